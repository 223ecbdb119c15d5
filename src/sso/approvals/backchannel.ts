import { withResource } from '../applications/resources.ts';
import { ofRequest } from '../administration/audit-store.ts';
import type { BackchannelAuthenticationForm } from '../../../generated/sso/types.ts';
import { approvalRequestDigest } from '../../protocol/approval-receipt.ts';
import type { DpopProof } from '../../protocol/dpop-proof.ts';
import { isPlainName } from '../../protocol/terminal-text.ts';
import { authenticateClient } from '../clients/client-authentication.ts';
import type { Client } from '../clients/client.ts';
import type { SsoHandlerContext } from '../context.ts';
import {
  askingAgentPaused,
  invalidBindingMessage,
  invalidClient,
  invalidDpopProof,
  invalidOauthRequest,
  redirectOnly,
  unknownUserId,
} from '../errors/oauth-errors.ts';
import type { SsoHandler, SsoRequestContext } from '../handler.ts';
import { placeOf } from '../sessions/place.ts';
import { readIdTokenHint } from '../sign-in/check-authorization.ts';
import { firstInterval } from '../sign-in/poll-pace.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { consumeProof, requireBinding, verifyPresentedProof } from '../tokens/proof-of-possession.ts';
import { checkResource } from '../tokens/reach.ts';
import { approvalSeconds, approvedScope, longestApproval, redeemableUntil } from './approval.ts';
import type { AskingSession } from './approval-store.ts';
import { noDetails, readAuthorizationDetails, mandateUse } from './details.ts';
import type { BaseLogger } from 'pino';
import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import type { DecisionNotification } from './decision-store.ts';

type Context = SsoHandlerContext & SsoRequestContext;

/** Asks a person who connected the application to approve something (CIBA Core §7). */
export const createBackchannelAuthentication: SsoHandler<'createBackchannelAuthentication'> = async ({
  body,
  respond,
  ...context
}) => {
  const { approvals, secrets, sealing, nonces, settings, now, newId, request } = context;
  const proof = await verifyPresentedProof(context);
  await context.clientDocuments.refresh(body.client_id, request.ip);
  const { client } = await authenticateClient(body, context, context.clients.byAddress);
  if (!client || client.disabledAt !== null) throw invalidClient();
  if (client.kind === 'own') throw redirectOnly(client.name);
  // Anyone could ask in the name of a public client.
  if (client.tokenEndpointAuthMethod === 'none' && !proof)
    throw invalidDpopProof('The DPoP header is missing: a public client proves the key of its session.');

  const asked = await readRequest(body, client, context);
  const reached = {
    clientAddress: client.address,
    reach: client.reach,
    scope: approvedScope,
    resource: asked.resource,
  };
  const known = await withResource(settings, asked.resource, context);
  checkResource(reached, known);
  const audience = asked.resource === null ? [client.address] : [client.address, asked.resource];
  requireBinding(proof?.jkt ?? null, { client, audience }, known);
  const session = await askingSession(body, { client, proof }, context);
  const at = now();
  const about = { at, ...ofRequest(request), ownerSub: session.ownerSub, clientAddress: client.address };
  await consumeProof(proof, context, about);

  const id = newId();
  const authReqId = secrets.authReqIdOf(id);
  const linkHash = secretHash(secrets.approvalLinkOf(id));
  const expiresAt = new Date(at.getTime() + asked.seconds * 1000);
  const jkt = proof?.jkt ?? null;
  const created = await approvals.create({
    ...session,
    ...asked,
    id,
    parentId: session.id,
    clientAddress: client.address,
    reach: client.reach,
    jkt,
    agentName: body.agent_name ?? null,
    requestDigest: approvalRequestDigest({ ...body, client_id: client.address, jkt: jkt ?? undefined }),
    place: placeOf(request),
    createdAt: at,
    expiresAt,
    authReqHash: secretHash(authReqId),
    linkHash,
    sealedNotificationToken:
      asked.notificationToken === null
        ? null
        : sealing.seal(Buffer.from(asked.notificationToken), notificationTokenLabel(id)),
    use: mandateUse(asked.details),
    redeemableUntil: redeemableUntil({ expiresAt }, at),
    asked: { ...about, event: 'approval_requested', details: { approvalRequest: id, jkt, agentSessionId: session.id } },
  });
  if (!created) {
    // It was paused or ended meanwhile.
    await askingSession(body, { client, proof }, context);
    throw unknownUserId();
  }
  context.askedLinks.add(linkHash);
  const { eventId } = created;
  if (eventId !== undefined)
    context.pushWaits({
      ownerSub: session.ownerSub,
      eventId,
      event: 'approval_requested',
      approvalRequest: id,
      attempt: 1,
    });
  return respond(
    200,
    { auth_req_id: authReqId, expires_in: asked.seconds, interval: firstInterval },
    { ...(nonces && { 'dpop-nonce': nonces.current() }) },
  );
};

const longestMessage = 60;
/** RFC 6750 §2.1, with at least 128 bits and at most 1,024 characters (CIBA Core §7.1). */
const notificationToken = /^[A-Za-z0-9._~+/-]{22,1024}=*$/;

/** Reads the parameters whose rules a schema cannot express. */
async function readRequest(form: BackchannelAuthenticationForm, client: Client, context: Context) {
  for (const name of ['login_hint_token', 'request'] as const)
    if (form[name] !== undefined) throw invalidOauthRequest(`${name} is not supported: leave it out.`);
  if ((form.login_hint === undefined) === (form.id_token_hint === undefined))
    throw invalidOauthRequest('Send either login_hint or id_token_hint.');
  const { binding_message: message = null, authorization_details: details } = form;
  if (message === null && details === undefined)
    throw invalidOauthRequest('Say what is asked: send authorization_details, binding_message, or both.');
  if (message !== null && (Array.from(message).length > longestMessage || !isPlainName(message)))
    throw invalidBindingMessage();
  const seconds = form.requested_expiry === undefined ? approvalSeconds : Number(form.requested_expiry);
  if (!/^[1-9]\d{0,2}$/.test(form.requested_expiry ?? '1') || seconds > longestApproval)
    throw invalidOauthRequest(`requested_expiry is a number of seconds from 1 to ${longestApproval}.`);
  const token = client.backchannelClientNotificationEndpoint !== null ? form.client_notification_token : null;
  if (token === undefined || (token !== null && !notificationToken.test(token)))
    throw invalidOauthRequest('client_notification_token must have 22 to 1024 characters of a bearer token.');
  return {
    bindingMessage: message,
    ...(details === undefined ? noDetails : await readAuthorizationDetails(details, client.address, context)),
    resource: form.resource ?? null,
    seconds,
    notificationToken: token,
  };
}

/**
 * Finds the session whose agent asks. One query for every hint, so that neither response nor time says whether a person
 * exists who did not connect the application.
 *
 * @throws DomainError `unknown_user_id`; `access_denied` when the person paused the agent
 */
async function askingSession(
  form: BackchannelAuthenticationForm,
  { client, proof }: { readonly client: Client; readonly proof: DpopProof | undefined },
  { approvals, settings, signingKeys, now }: Context,
): Promise<AskingSession> {
  const sub =
    form.id_token_hint === undefined
      ? (form.login_hint ?? '')
      : await readIdTokenHint(form.id_token_hint, {
          issuer: settings.issuer,
          clientAddress: client.address,
          keys: signingKeys.resolve,
        });
  const sessions = await approvals.askingSessions({
    clientAddress: client.address,
    sub,
    subjectType: client.pairwiseSector === null ? 'public' : 'pairwise',
    jkt: proof?.jkt,
    at: now(),
  });
  const session = sessions.find(({ pausedAt }) => pausedAt === null);
  if (session) return session;
  throw sessions.length > 0 ? askingAgentPaused() : unknownUserId();
}

/** Pauses after failed attempts, seconds: the application polls in the meantime. */
const pauses = [2, 10, 30, 60] as const;
const timeoutMs = 10_000;
/** Seconds after which a notification that nobody finished is claimed again: longer than any attempt. */
const lease = 20;
/** Most requests at once, and of those to one application, so that a slow one delays no other. */
const atOnce = 16;
const perClient = 4;

/** Binds a sealed token to its request, so that swapped rows do not open. */
export const notificationTokenLabel = (id: string): string => `client notification token ${id}`;

/** Tells applications in ping mode that a decision can be fetched (CIBA Core §10.2). */
export function createNotificationSender(
  { decisionNotifications: notifications, sealing, secrets, now }: SsoHandlerContext,
  {
    outbound,
    log,
  }: { readonly outbound: Pick<OutboundHttp, 'post'>; readonly log: Pick<BaseLogger, 'error' | 'warn'> },
): {
  /** Starts to send what is due. Resolves when it is claimed. */
  readonly round: () => Promise<void>;
  /** Waits for the requests in flight. */
  readonly settled: () => Promise<void>;
} {
  /** Requests in flight, with the application that each goes to. */
  const inFlight = new Map<Promise<void>, string>();
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  const send = async ({ id, uri, sealedToken, attempt, clientAddress }: DecisionNotification): Promise<void> => {
    const token = Buffer.from(sealing.open(sealedToken, notificationTokenLabel(id))).toString();
    const response = await outbound.post({
      url: uri,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: JSON.stringify({ auth_req_id: secrets.authReqIdOf(id) }),
      timeoutMs,
      maxResponseBytes: 1_024,
    });
    if (response.status !== null && response.status >= 200 && response.status < 300) return notifications.finish(id);
    const pause = pauses[attempt - 1];
    if (pause !== undefined) return notifications.postpone(id, later(pause));
    const reason = response.status ?? response.error;
    log.warn({ clientAddress, attempt, reason }, 'a decision was not accepted, and is not sent again');
    await notifications.finish(id);
  };

  return {
    round: async () => {
      if (inFlight.size >= atOnce) return;
      const claimed = await notifications.claim({
        at: now(),
        limit: atOnce - inFlight.size,
        perClient,
        busyClients: [...new Set(inFlight.values())],
        leaseUntil: later(lease),
      });
      for (const notification of claimed) {
        const sending = send(notification)
          .catch((error: unknown) =>
            log.error({ err: error }, 'telling an application of a decision failed; it is tried again'),
          )
          .finally(() => inFlight.delete(sending));
        inFlight.set(sending, notification.clientAddress);
      }
    },
    settled: async () => {
      await Promise.all(inFlight.keys());
    },
  };
}
