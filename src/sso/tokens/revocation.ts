import { ofRequest } from '../administration/audit-store.ts';
import { authenticateClient } from '../clients/client-authentication.ts';
import type { RevocationRequest } from '../../../generated/sso/types.ts';
import { AccessTokenError, verifyAccessToken } from '../../protocol/access-token.ts';
import { invalidClient, tokenOfAnotherClient } from '../errors/oauth-errors.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { SsoHandler, SsoRequestContext } from '../handler.ts';
import { consumeProof, verifyPresentedProof } from './proof-of-possession.ts';
import { secretKey } from './grant-secrets.ts';
import { statusIndexOf, statusListMaxAge } from './status-lists.ts';
import type { ConnectedSessionRecord } from '../sessions/session.ts';
import { sessionIdOf } from './sign-tokens.ts';
import { statusListMediaType } from '../../protocol/status-list.ts';
import { matchesEntityTag } from '../../runtime/http/encoded-content.ts';
import { statusListNotFound } from '../errors/administration-errors.ts';

/**
 * Revokes a token (RFC 7009). A refresh token, spent or not, revokes its session; an access token ends every access token
 * of its session, and the refresh token lives on. An invalid token gets the same response as a revoked one (§2.2).
 */
export const revokeToken: SsoHandler<'revokeToken'> = async ({ body, respond, ...context }) => {
  const { client } = await authenticateClient(body, context, context.clients.byAddress);
  if (!client) throw invalidClient();
  // The hint is ignored (§2.1): a lookup by hash is cheaper than a signature check, so it comes first.
  if (!(await revokeRefreshToken(body, client.address, context)))
    await revokeAccessToken(body.token, client.address, context);
  return respond(200, {});
};

async function revokeRefreshToken(
  { token, reason: requestedReason }: Pick<RevocationRequest, 'token' | 'reason'>,
  clientAddress: string,
  context: SsoHandlerContext & SsoRequestContext,
): Promise<boolean> {
  const { sessions, sessionTree, metrics, request, now } = context;
  const session = await sessions.byRefreshToken(secretKey(token));
  if (!session) return false;
  if (session.clientAddress !== clientAddress) throw tokenOfAnotherClient();
  const at = now();
  const reason = requestedReason === 'rotated' && (await provesKey(session, context)) ? 'rotated' : 'client';
  const ended = await sessionTree.endSession({
    node: { kind: 'session', id: session.id, sub: session.ownerSub },
    reason,
    at,
    event: {
      event: 'session_revoked',
      at,
      ...ofRequest(request),
      ownerSub: session.ownerSub,
      clientAddress,
      details: { sessionId: session.id, by: 'client' },
    },
  });
  metrics.revoked(reason, ended?.sessions);
  return true;
}

/** Whether the request has a proof by the key of the session: a stolen refresh token alone cannot excuse the key. */
async function provesKey(
  session: ConnectedSessionRecord,
  context: SsoHandlerContext & SsoRequestContext,
): Promise<boolean> {
  const proof = await verifyPresentedProof(context);
  if (proof === undefined || proof.jkt !== session.jkt) return false;
  const { request, now } = context;
  await consumeProof(proof, context, { at: now(), ...ofRequest(request) });
  return true;
}

async function revokeAccessToken(
  token: string,
  clientAddress: string,
  { atomically, signingKeys, settings, request, now }: SsoHandlerContext & SsoRequestContext,
): Promise<void> {
  const at = now();
  const { issuer } = settings;
  const presented = await verifyAccessToken({
    token,
    keys: signingKeys.resolve,
    issuer,
    audience: undefined,
    now: at.getTime() / 1000,
  }).catch((error: unknown) => {
    if (error instanceof AccessTokenError) return undefined;
    throw error;
  });
  if (!presented) return;
  if (presented.clientId !== clientAddress) throw tokenOfAnotherClient();
  const sessionId = sessionIdOf(presented.jti);
  const statusIndex = statusIndexOf(presented.claims);
  if (sessionId === undefined || statusIndex === undefined) return;
  await atomically(async ({ sessions, audit }) => {
    const ownerSub = await sessions.endAccessTokens({ sessionId, statusIndex, at });
    if (ownerSub === undefined) return;
    await audit.record({
      event: 'access_token_revoked',
      at,
      ...ofRequest(request),
      ownerSub,
      clientAddress,
      details: { sessionId, jti: presented.jti },
    });
  });
}

/** Returns a status list token (draft-ietf-oauth-status-list-17 §8.2). */
export const getStatusList: SsoHandler<'getStatusList'> = async ({
  path: { listId },
  headers,
  statusLists,
  respond,
}) => {
  const list = await statusLists.get(listId);
  if (!list) throw statusListNotFound(listId);
  const { token, etag } = list;
  const sent = { etag, 'cache-control': `public, max-age=${statusListMaxAge}` };
  return matchesEntityTag(etag, headers['if-none-match'])
    ? respond(304, undefined, sent)
    : respond(200, token, { ...sent, 'content-type': statusListMediaType });
};
