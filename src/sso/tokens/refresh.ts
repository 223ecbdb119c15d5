import type { DpopProof } from '../../protocol/dpop-proof.ts';
import { refreshTokenRefused, scopeNotGranted } from '../errors/oauth-errors.ts';
import type { Client } from '../clients/client.ts';
import type { GrantedTokens } from './code-exchange.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { SsoRequestContext } from '../handler.ts';
import { consumeProof, requireBinding, requireBoundKey } from './proof-of-possession.ts';
import { placeOf } from '../sessions/place.ts';
import { narrowedScope, tokenAudience } from './reach.ts';
import { secretHash } from './grant-secrets.ts';
import { signTokens } from './sign-tokens.ts';

export interface RefreshGrant {
  readonly refresh_token: string;
  readonly client_id: string;
  readonly scope?: string;
  readonly resource?: string;
}

/**
 * Rotates a refresh token (RFC 6749 §6, RFC 9700 §4.14.2). The successor is derived from the token, so that a repeated
 * request, whose response was lost, receives the same one.
 */
export async function refreshTokens(
  grant: RefreshGrant,
  client: Client,
  proof: DpopProof | undefined,
  context: SsoHandlerContext & SsoRequestContext,
): Promise<GrantedTokens> {
  const { sessions, request, settings, secrets, metrics, now } = context;
  const tokenHash = secretHash(grant.refresh_token);
  const session = await sessions.byRefreshToken(tokenHash);
  if (!session || session.clientAddress !== grant.client_id) throw refreshTokenRefused();

  const at = now();
  const about = {
    at,
    requestId: request.id,
    ownerSub: session.ownerSub,
    clientAddress: session.clientAddress,
    ip: request.ip,
    details: { sessionId: session.id, jkt: session.jkt },
  };
  await requireBoundKey(proof, session.jkt, context, about);
  const scope = narrowedScope(session.scope, grant.scope);
  if (scope === undefined) throw scopeNotGranted();
  const audience = tokenAudience(session, grant.resource, settings);
  requireBinding(session.jkt, { client, audience }, settings);
  await consumeProof(proof, context, about);

  const successor = secrets.successorOf(grant.refresh_token);
  const decision = await sessions.rotate({
    sessionId: session.id,
    tokenHash,
    successorHash: secretHash(successor),
    at,
    expiresAt: new Date(at.getTime() + settings.lifetimes.refreshToken * 1000),
    place: placeOf(request),
    publicJwk: proof?.jwk.kty === 'OKP' ? proof.jwk : null,
    reused: { ...about, event: 'refresh_token_reused' },
  });
  if (decision === 'reuse') {
    metrics.refreshReused();
    metrics.revoked('reuse', 1);
  }
  if (decision === 'reuse' || decision === 'ended') throw refreshTokenRefused();

  const tokens = await signTokens({ ...session, client, sessionId: session.id, scope, audience }, context);
  return { ...tokens, refresh_token: successor, ...(scope !== session.scope && { scope }) };
}
