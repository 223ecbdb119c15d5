import type { AuthorizationDetail, components } from '../../generated/sso/types.ts';
import { canonicalJson, CanonicalJsonError } from '../../src/protocol/canonical-json.ts';
import { ApprovalReceiptError, verifyApprovalReceipt } from '../../src/protocol/approval-receipt.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { UndocumentedResponseError } from '../../src/typed-contract/client.ts';
import {
  type ApprovalRequest,
  asksTheSame,
  type DecidedRequest,
  dropApprovalRequest,
  putApprovalRequest,
  readApprovalRequests,
  sealToken,
} from '../shared/approvals/approval-requests.ts';
import { recordAfter } from '../shared/command/command.ts';
import { Failure } from '../shared/failure.ts';
import type { CommandHost } from '../shared/host.ts';
import { requireBoundSession } from '../shared/owner-session/bound-session.ts';
import {
  noOwnerSession,
  type OwnerSession,
  readOwnerSession,
  tokenClaims,
} from '../shared/owner-session/owner-session.ts';
import type { Keypair } from '../shared/keypair/keypair.ts';
import { readPassphrase } from '../shared/keypair/passphrase.ts';
import { oauthError, refusedKey } from '../shared/provider/provider.ts';
import { connectSsoWithProof, providerKeys, responseOf } from '../shared/provider/sso-connection.ts';
import { withLock } from '../shared/state-dir/lock.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';

export interface Question {
  /** Type of the detail; undefined asks with the message alone. */
  readonly type: string | undefined;
  /** The other members of the detail, as JSON. */
  readonly details: string | undefined;
  readonly message: string | undefined;
  readonly resource: string | undefined;
  /** Seconds for which the owner can decide. */
  readonly expiry: number;
}

/** A decision of the owner; `pending` when it was not waited for, or not in time. */
export interface Answer {
  readonly decision: 'pending' | DecidedRequest['decision'];
  readonly authReqId: string;
  /** Unix seconds; until then the owner can decide. Absent once decided. */
  readonly expiresAt?: number;
  /** Page on which the owner decides. Absent once decided. */
  readonly link?: string;
  /** JWT of the type `approval-receipt+jwt`, verified; absent while pending. */
  readonly receipt?: string;
  readonly authorizationDetails?: readonly AuthorizationDetail[];
  /** Entry of the audit trail with the receipt. */
  readonly auditSeq?: number;
}

const cibaGrant = 'urn:openid:params:grant-type:ciba';

/** @throws Failure invalid_flag */
function detailOf({ type, details }: Question): string | undefined {
  if (type === undefined && details === undefined) return undefined;
  if (type === undefined) throw new Failure('invalid_flag', '--details needs --type: payment, action or delegation.');
  let members: unknown;
  try {
    members = JSON.parse(details ?? '{}');
  } catch {
    throw new Failure('invalid_flag', '--details is not JSON.');
  }
  if (!isJsonObject(members)) throw new Failure('invalid_flag', '--details is not a JSON object.');
  try {
    // The order of members makes no other question.
    return canonicalJson([{ type, ...members }]);
  } catch (error) {
    throw error instanceof CanonicalJsonError ? new Failure('invalid_flag', `--details: ${error.message}`) : error;
  }
}

interface Asking {
  readonly dir: StateDir;
  readonly host: CommandHost;
  readonly keypair: Keypair;
  readonly session: OwnerSession;
}

async function asAgent(dir: StateDir, host: CommandHost): Promise<Asking> {
  const { keypair } = await requireBoundSession(dir, host);
  const session = await readOwnerSession(dir, readPassphrase(host));
  if (!session) throw noOwnerSession();
  return { dir, host, keypair, session };
}

const seconds = (host: CommandHost): number => Math.floor(host.now() / 1000);

/**
 * Asks the owner (OpenID CIBA), and waits for the decision until `waitMs` is over; 0 does not wait. The same question
 * continues one whose decision was not returned yet, also when its time is over, unless `again` asks anew.
 *
 * @throws Failure invalid_flag, ask_refused, authorization_revoked, no_bound_session, provider_unavailable, bad_receipt
 */
export async function askOwner(
  dir: StateDir,
  host: CommandHost,
  question: Question,
  { waitMs, again }: { readonly waitMs: number; readonly again: boolean },
): Promise<Answer> {
  const { message, resource } = question;
  const details = detailOf(question);
  if (details === undefined && message === undefined)
    throw new Failure('invalid_flag', 'Say what is asked: --type with --details, --message, or both.');
  const agent = await asAgent(dir, host);
  const request = {
    client_id: agent.session.providerAddress,
    login_hint: agent.session.ownerSub,
    requested_expiry: String(question.expiry),
    ...(details !== undefined && { authorization_details: details }),
    ...(message !== undefined && { binding_message: message }),
    ...(resource !== undefined && { resource }),
  };
  const { open, continued } = await openRequest(agent, request, again);
  const decided: Decided | undefined =
    open.decided ??
    (continued ? await pollOnce(agent, open) : undefined) ??
    (await waitForDecision(agent, open, waitMs));
  const { authReqId, expiresAt } = open;
  if (!decided)
    return { decision: 'pending', authReqId, expiresAt, link: `${agent.session.ssoBaseUrl}/owner/requests` };
  const settled = { ...open, decided: { ...decided, told: true } };
  await withLock(dir, () => putApprovalRequest(dir, settled, seconds(host)));
  const { decision, receipt } = decided;
  const granted = decision === 'approved' ? grantedDetails(receipt) : [];
  return {
    decision,
    authReqId,
    receipt,
    ...(granted.length > 0 && { authorizationDetails: granted }),
    ...(decided.auditSeq !== undefined && { auditSeq: decided.auditSeq }),
  };
}

const grantedDetails = (receipt: string): readonly AuthorizationDetail[] => {
  const { authorization_details: details } = tokenClaims(receipt) ?? {};
  // The provider validated and signed them.
  return Array.isArray(details) ? (details as readonly AuthorizationDetail[]) : [];
};

/** Finds the request with the same question whose decision was not returned yet, or asks the provider. */
function openRequest(
  { dir, host, keypair, session }: Asking,
  body: components['schemas']['BackchannelAuthenticationForm'] & { readonly client_id: string },
  again: boolean,
): Promise<{ readonly open: ApprovalRequest; readonly continued: boolean }> {
  return withLock(dir, async (until) => {
    const now = seconds(host);
    const request = { ...body, jkt: keypair.jkt };
    const open = readApprovalRequests(dir).findLast(
      ({ request: other, decided }) => asksTheSame(other, request) && decided?.told !== true,
    );
    if (open && !again) return { open, continued: true };
    const sso = connectSsoWithProof(session.ssoBaseUrl, keypair, host.now, { until });
    const asked = await responseOf(sso.createBackchannelAuthentication({ body }));
    if (asked instanceof UndocumentedResponseError || asked.status !== 200) throw refusal(asked);
    const { auth_req_id: authReqId, interval, expires_in: expiresIn } = asked.body;
    const made = { authReqId, request, interval, askedAt: now, expiresAt: now + expiresIn };
    putApprovalRequest(dir, made, now);
    return { open: made, continued: false };
  });
}

async function pollOnce(agent: Asking, open: ApprovalRequest): Promise<Decided | undefined> {
  const polled = await poll(agent, open);
  return typeof polled === 'object' ? polled : undefined;
}

type Decided = DecidedRequest & { readonly auditSeq?: number };

async function waitForDecision(agent: Asking, open: ApprovalRequest, waitMs: number): Promise<Decided | undefined> {
  const { host } = agent;
  const until = host.now() + Math.min(waitMs, Math.max(1, open.expiresAt - seconds(host)) * 1000);
  for (let pause = open.interval; host.now() < until;) {
    await host.sleep(Math.min(pause * 1000, until - host.now()));
    const polled = await poll(agent, open);
    if (typeof polled === 'object') return polled;
    if (polled === 'slow_down') pause += 5;
  }
  return undefined;
}

/** Polls once for the decision; keeps it, and signs its receipt into the audit trail. */
async function poll(agent: Asking, open: ApprovalRequest): Promise<Decided | 'authorization_pending' | 'slow_down'> {
  const { dir, host } = agent;
  const { authReqId, request } = open;
  const polled = await withLock(dir, async (until) => {
    // Another process that waits for the same request may have been given the decision.
    const known = readApprovalRequests(dir).find((one) => one.authReqId === authReqId)?.decided;
    if (known) return { decided: known, isNew: false };
    const decided = await fetchDecision(agent, open, until);
    if (typeof decided === 'string') return decided;
    putApprovalRequest(dir, { ...open, decided }, seconds(host));
    return { decided, isNew: true };
  });
  if (typeof polled === 'string') return polled;
  const { decided, isNew } = polled;
  if (!isNew) return decided;
  const payload = { authReqId, request: { ...request }, decision: decided.decision, receipt: decided.receipt };
  return { ...decided, ...(await recordAfter(dir, host, true, { type: 'core', action: 'ask', payload })) };
}

/** @throws Failure ask_refused, provider_unavailable, bad_receipt */
async function fetchDecision(
  { dir, host, keypair, session }: Asking,
  open: ApprovalRequest,
  until: number,
): Promise<DecidedRequest | 'authorization_pending' | 'slow_down'> {
  const { authReqId, request } = open;
  const sso = connectSsoWithProof(session.ssoBaseUrl, keypair, host.now, { until });
  const grant = { grant_type: cibaGrant, auth_req_id: authReqId, client_id: request.client_id } as const;
  const polled = await responseOf(sso.exchangeToken({ body: grant }));
  const body = isJsonObject(polled.body) ? polled.body : {};
  const { error, approval_receipt: receipt, access_token: accessToken, expires_in: expiresIn } = body;
  if (error === 'authorization_pending' || error === 'slow_down') return error;
  // Its decision was lost with a killed process, so the next question is a new one.
  if (error === 'invalid_grant') dropApprovalRequest(dir, authReqId);
  if (typeof receipt !== 'string') throw refusal(polled);
  const { decision } = await verifyApprovalReceipt({
    receipt,
    request,
    keys: providerKeys(sso),
    issuer: session.issuer,
    clientId: request.client_id,
    jkt: keypair.jkt,
    now: host.now() / 1000,
  }).catch((cause: unknown) => {
    if (!(cause instanceof ApprovalReceiptError)) throw cause;
    throw new Failure('bad_receipt', `The receipt of the provider was not accepted: ${cause.message}`);
  });
  const token = typeof accessToken === 'string' ? await sealToken(accessToken, host, keypair) : undefined;
  return {
    decision,
    receipt,
    told: false,
    ...(token !== undefined && { token, tokenExpiresAt: seconds(host) + Number(expiresIn) }),
  };
}

/**
 * Fetches the decisions of the requests that nobody waited for, and drops those of a former key: the provider tells only the
 * key that asked. A provider that cannot be reached is a warning.
 *
 * @returns all requests in the state directory
 */
export async function refreshApprovalRequests(dir: StateDir, host: CommandHost): Promise<readonly ApprovalRequest[]> {
  const open = readApprovalRequests(dir).filter(({ decided }) => decided === undefined);
  try {
    const agent = open.length > 0 ? await asAgent(dir, host) : undefined;
    for (const one of open) {
      if (!agent) break;
      if (one.request.jkt === agent.keypair.jkt) await poll(agent, one);
      else await withLock(dir, () => dropApprovalRequest(dir, one.authReqId));
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    host.log(`warning: decisions cannot be fetched now: ${error.message}`);
  }
  return readApprovalRequests(dir);
}

function refusal(response: { readonly status: number; readonly body: unknown }): Failure {
  const { error, reason, text } = oauthError(response);
  if (error === 'unknown_user_id')
    return new Failure(
      'authorization_revoked',
      'The owner was not asked: they have disconnected this agent. Run agent-id-core bootstrap again.',
    );
  if (response.status === 429 || response.status >= 500)
    return new Failure('provider_unavailable', `The provider cannot ask the owner now (${text}).`);
  return refusedKey(reason) ?? new Failure('ask_refused', `The provider did not ask the owner (${text}).`);
}
