import { type ApprovalReceipt, type ApprovalRequestParameters } from '../../protocol/approval-receipt.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import type { KeyResolver } from '../../protocol/signed-jwt.ts';
import type { DpopKeypair } from '../dpop/dpop-keypair.ts';
import { createKeySetResolver } from '../guards/guard.ts';
import { createDpopSigner } from '../http/middleware.ts';
import {
  type ApprovalEndpoints,
  ApprovalError,
  type ApprovalTransport,
  type ClientCredential,
  discoverApprovalEndpoints,
  type OauthResponse,
  sendForm,
  type ApprovalNotifications,
} from './approval-endpoints.ts';
import type { AskedDetail } from './granted-details.ts';
import { verifyReceipt } from './verify-receipt.ts';

const cibaGrant = 'urn:openid:params:grant-type:ciba';
/** Default interval, and what slow_down adds, in seconds (CIBA Core §7.3 and §11). */
const interval = 5;

export interface ApprovalOptions {
  /** URL of the sign-in provider, as its metadata names it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Proves a confidential client. */
  readonly credential?: ClientCredential | undefined;
  /** Key of the session that asks; required for a public client. The tokens are bound to it. */
  readonly keypair?: DpopKeypair | undefined;
  /** Person who is asked: the `sub` that the client knows, or an id_token. */
  readonly person: { readonly sub: string } | { readonly idToken: string };
  /** What is asked: details, a message of at most 60 characters, or both. */
  readonly details?: readonly AskedDetail[] | undefined;
  readonly message?: string | undefined;
  /** Service that the access token is for (RFC 8707). */
  readonly resource?: string | undefined;
  /** Scope of the request. Default `openid`. */
  readonly scope?: string | undefined;
  /** Seconds for which the person can decide, 1 to 600. Default: that of the provider. */
  readonly expiresIn?: number | undefined;
  /** Endpoint of a client in ping mode; the decision is fetched once it is notified. */
  readonly notifications?: ApprovalNotifications | undefined;
  /** Resolves the provider's keys for the receipt. Default: its key set. */
  readonly keys?: KeyResolver | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** Stops waiting. The person can still decide. */
  readonly signal?: AbortSignal | undefined;
}

/** Tokens of an approval: they have the granted details alone. */
export interface ApprovedAccess {
  readonly accessToken: string;
  readonly tokenType: string;
  /** Seconds. */
  readonly expiresIn: number;
  readonly authorizationDetails: readonly AskedDetail[];
}

export interface ReceiptOfDecision {
  /** What the receipt covers; keep both as proof. */
  readonly request: ApprovalRequestParameters;
  /** JWT of the type `approval-receipt+jwt`; undefined when the provider issues none. */
  readonly receipt: string | undefined;
  /** The verified receipt. */
  readonly verified: ApprovalReceipt | undefined;
}

export type ApprovalDecision = ReceiptOfDecision &
  (
    | ({ readonly decision: 'approved' } & ApprovedAccess)
    | {
        /** `expired`: nobody decided in time, or nobody was asked because the person's budget is used up. */
        readonly decision: 'rejected' | 'expired';
      }
  );

/**
 * Asks a person who connected the client to approve something (OpenID Connect CIBA Core 1.0, poll and ping mode), and waits
 * for the decision. A no is a decision, not an error.
 *
 * @throws ApprovalError when the provider refuses to ask, or responds against the protocol
 * @throws ApprovalReceiptError for a receipt that does not verify
 */
export async function requestApproval(options: ApprovalOptions): Promise<ApprovalDecision> {
  const { issuer, clientId, credential, keypair, notifications, signal, now = Date.now } = options;
  if (credential === undefined && keypair === undefined)
    throw new TypeError('A public client needs keypair, and a confidential one credential.');
  const transport: ApprovalTransport = {
    issuer,
    clientId,
    credential,
    signer: keypair && createDpopSigner({ keypair, now }),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    signal,
  };
  const endpoints = await discoverApprovalEndpoints(transport);
  const fields = requestFields(options);
  const asked = await sendForm(
    endpoints.backchannel,
    { ...fields, ...(notifications && { client_notification_token: notifications.token }) },
    transport,
  );
  const request = { ...fields, client_id: clientId, jkt: keypair && jwkThumbprint(keypair.publicJwk) };
  const response = await waitForDecision(readPending(asked), { endpoints, transport, notifications, now });
  return readDecision(response, {
    request,
    bound: keypair !== undefined,
    keys: options.keys ?? createKeySetResolver({ url: endpoints.keySet, fetch: transport.fetch, now }),
    issuer,
    now: now(),
  });
}

function requestFields({ person, details, message, resource, expiresIn, scope = 'openid' }: ApprovalOptions) {
  return {
    scope,
    ...('sub' in person ? { login_hint: person.sub } : { id_token_hint: person.idToken }),
    ...(message !== undefined && { binding_message: message }),
    ...(expiresIn !== undefined && { requested_expiry: String(expiresIn) }),
    ...(details !== undefined && { authorization_details: JSON.stringify(details) }),
    ...(resource !== undefined && { resource }),
  };
}

interface PendingRequest {
  readonly authReqId: string;
  readonly expiresIn: number;
  readonly interval: number;
}

function readPending({ status, body }: OauthResponse): PendingRequest {
  if (status !== 200) throw refusal('The provider did not ask', { status, body });
  const { auth_req_id: authReqId, expires_in: expiresIn, interval: pause = interval } = body;
  if (typeof authReqId !== 'string' || !(Number(expiresIn) > 0) || !(Number(pause) > 0))
    throw new ApprovalError('bad_response', 'The response has no auth_req_id, expires_in or interval.', status);
  return { authReqId, expiresIn: Number(expiresIn), interval: Number(pause) };
}

interface Waiting {
  readonly endpoints: ApprovalEndpoints;
  readonly transport: ApprovalTransport;
  readonly notifications: ApprovalNotifications | undefined;
  readonly now: () => number;
}

/** Polls until there is a decision; the last poll is after the request expired, for its receipt. */
async function waitForDecision(
  { authReqId, expiresIn, interval: first }: PendingRequest,
  { endpoints, transport, notifications, now }: Waiting,
): Promise<OauthResponse> {
  const { signal } = transport;
  const expiresAt = now() + expiresIn * 1000;
  let wake: (() => void) | undefined;
  let notified = false;
  const stopListening = notifications?.listen(authReqId, () => {
    notified = true;
    wake?.();
  });
  try {
    for (let pause = first; ;) {
      if (!notified) await sleep(pause * 1000, signal, (resolve) => (wake = resolve));
      notified = false;
      const last = now() > expiresAt;
      const response = await poll(endpoints, authReqId, transport);
      const { status, body } = response ?? { status: 503, body: {} };
      const transient = status === 429 || status >= 500;
      const waits = transient || body['error'] === 'authorization_pending' || body['error'] === 'slow_down';
      if (response !== undefined && !waits) return response;
      if (last && response !== undefined) throw refusal('The request expired without a decision', response);
      if (last) throw new ApprovalError('network_error', 'The provider cannot be reached, and the request expired.');
      if (transient || body['error'] === 'slow_down') pause += interval;
    }
  } finally {
    stopListening?.();
  }
}

/** @returns undefined when the provider cannot be reached: the decision can still be fetched later */
async function poll({ token }: ApprovalEndpoints, authReqId: string, transport: ApprovalTransport) {
  try {
    return await sendForm(token, { grant_type: cibaGrant, auth_req_id: authReqId }, transport);
  } catch {
    transport.signal?.throwIfAborted();
    return undefined;
  }
}

async function sleep(ms: number, signal: AbortSignal | undefined, onWake: (wake: () => void) => void): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
    onWake(done);
  });
  signal?.throwIfAborted();
}

interface Expected {
  readonly request: ApprovalRequestParameters;
  readonly bound: boolean;
  readonly keys: KeyResolver;
  readonly issuer: string;
  readonly now: number;
}

async function readDecision({ status, body }: OauthResponse, expected: Expected): Promise<ApprovalDecision> {
  const { request, bound, keys, issuer, now } = expected;
  const decision =
    status === 200
      ? 'approved'
      : body['error'] === 'access_denied'
        ? 'rejected'
        : body['error'] === 'expired_token'
          ? 'expired'
          : undefined;
  if (decision === undefined) throw refusal('The provider gave no decision', { status, body });
  const receipt = typeof body['approval_receipt'] === 'string' ? body['approval_receipt'] : undefined;
  const { client_id: clientId, jkt } = request;
  const verified =
    receipt === undefined ? undefined : await verifyReceipt(receipt, { issuer, clientId, jkt, request, keys, now });
  if (verified !== undefined && decision !== 'expired' && verified.decision !== decision)
    throw new ApprovalError('bad_response', `The receipt says ${verified.decision}, and the response ${decision}.`);
  const proof = { request, receipt, verified };
  return decision === 'approved' ? { decision, ...proof, ...readAccess(body, bound) } : { decision, ...proof };
}

function readAccess(body: OauthResponse['body'], bound: boolean): ApprovedAccess {
  const { access_token: accessToken, token_type: type, expires_in: expiresIn, authorization_details: granted } = body;
  if (typeof accessToken !== 'string' || typeof type !== 'string' || !(Number(expiresIn) >= 0))
    throw new ApprovalError('bad_response', 'The token response has no access_token, token_type or expires_in.', 200);
  if (bound && type.toLowerCase() !== 'dpop')
    throw new ApprovalError('dpop_not_honored', 'The tokens are not bound to the key (token_type).', 200);
  return {
    accessToken,
    tokenType: type,
    expiresIn: Number(expiresIn),
    authorizationDetails: Array.isArray(granted) ? granted : [],
  };
}

function refusal(what: string, { status, body }: OauthResponse): ApprovalError {
  const { error, error_description: description } = body;
  const code = typeof error === 'string' ? error : 'bad_response';
  const text = typeof description === 'string' ? `${code}: ${description.slice(0, 500)}` : code;
  return new ApprovalError(code, `${what} (HTTP ${status}, ${text}).`, status);
}
