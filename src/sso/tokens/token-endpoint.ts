import { withResource } from '../applications/resource-proof.ts';
import { ofRequest } from '../administration/audit-store.ts';
import { authenticateClient } from '../clients/client-authentication.ts';
import type {
  AuthorizationCodeGrant,
  BackchannelGrant,
  DeviceCodeGrant,
  RefreshTokenGrant,
  TokenExchangeGrant,
} from '../../../generated/sso/types.ts';
import { type ApprovedTokens, exchangeApproval } from '../approvals/exchange.ts';
import type { Client } from '../clients/client.ts';
import {
  agentPaused,
  codeRefused,
  deviceCodeRefused,
  refreshTokenRefused,
  scopeNotGranted,
} from '../errors/oauth-errors.ts';
import type { DpopProof } from '../../protocol/dpop-proof.ts';
import { exchangeCode, exchangeDeviceCode, type GrantedTokens } from './code-exchange.ts';
import type { SsoHandlerContext } from '../context.ts';
import { type DelegatedTokens, exchangeDelegation } from '../delegation/token-exchange.ts';
import type { SsoHandler, SsoRequestContext } from '../handler.ts';
import { consumeProof, requireBinding, requireBoundKey, verifyPresentedProof } from './proof-of-possession.ts';
import { placeOf } from '../sessions/place.ts';
import { narrowedScope, tokenAudience } from './reach.ts';
import { secretHash } from './grant-secrets.ts';
import { signTokens } from './sign-tokens.ts';

/**
 * Exchanges a code, a refresh token, a delegation or an approval for tokens. The proof is verified first and consumed last, so that a nonce
 * challenge consumes no client assertion.
 */
export const exchangeToken: SsoHandler<'exchangeToken'> = async ({ body, respond, ...context }) => {
  const { nonces } = context;
  const proof = await verifyPresentedProof(context);
  const { address, client } = await authenticateClient(body, context);
  const tokens = await grantTokens({ ...body, client_id: address }, { proof, client }, context);
  return respond(200, tokens, {
    // Required beside Cache-Control by RFC 6749 §5.1.
    pragma: 'no-cache',
    // A fresh nonce saves the next request a challenge (RFC 9449 §8.2).
    ...(nonces && { 'dpop-nonce': nonces.current() }),
  });
};

type Grant = Readonly<{ client_id: string }> &
  (AuthorizationCodeGrant | RefreshTokenGrant | DeviceCodeGrant | TokenExchangeGrant | BackchannelGrant);

function grantTokens(
  grant: Grant,
  { proof, client }: { readonly proof: DpopProof | undefined; readonly client: Client | undefined },
  context: SsoHandlerContext & SsoRequestContext,
): Promise<GrantedTokens | DelegatedTokens | ApprovedTokens> {
  switch (grant.grant_type) {
    case 'authorization_code':
      if (!client) throw codeRefused();
      return exchangeCode(grant, client, proof, context);
    case 'refresh_token':
      if (!client) throw refreshTokenRefused();
      return refreshTokens(grant, client, proof, context);
    case 'urn:ietf:params:oauth:grant-type:device_code':
      if (!client) throw deviceCodeRefused();
      return exchangeDeviceCode(grant, client, proof, context);
    case 'urn:ietf:params:oauth:grant-type:token-exchange':
      return withStoredAgentKey(proof, context, exchangeDelegation(grant, { client, proof }, context));
    case 'urn:openid:params:grant-type:ciba':
      return exchangeApproval(grant, { client, proof }, context);
  }
}

/** Stores the key of a proof that the provider accepted. Redeeming a code and refreshing store it with the session. */
async function withStoredAgentKey<Tokens>(
  proof: DpopProof | undefined,
  { agentKeys }: SsoHandlerContext,
  granting: Promise<Tokens>,
): Promise<Tokens> {
  const tokens = await granting;
  if (proof) await agentKeys.save(proof);
  return tokens;
}

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
async function refreshTokens(
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
    ...ofRequest(request),
    ownerSub: session.ownerSub,
    clientAddress: session.clientAddress,
    details: { sessionId: session.id, jkt: session.jkt },
  };
  await requireBoundKey(proof, session.jkt, context, about);
  const scope = narrowedScope(session.scope, grant.scope);
  if (scope === undefined) throw scopeNotGranted();
  const known = await withResource(settings, grant.resource ?? session.resource, context);
  const audience = tokenAudience(session, grant.resource, known);
  requireBinding(session.jkt, { client, audience }, known);
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
  if (decision === 'paused') throw agentPaused();
  if (decision === 'reuse' || decision === 'ended') throw refreshTokenRefused();

  const tokens = await signTokens({ ...session, client, sessionId: session.id, scope, audience }, context);
  return { ...tokens, refresh_token: successor, ...(scope !== session.scope && { scope }) };
}
