import { withResource } from '../applications/resources.ts';
import { ofRequest } from '../administration/audit-store.ts';
import { authenticateClient } from '../clients/client-authentication.ts';
import type { ClientForm } from '../clients/client-credentials.ts';
import type {
  AuthorizationCodeGrant,
  BackchannelGrant,
  DeviceCodeGrant,
  RefreshTokenGrant,
  TokenExchangeGrant,
} from '../../../generated/sso/types.ts';
import { type ApprovedTokens, exchangeApproval } from '../approvals/exchange.ts';
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
import { secretHash, secretKey } from './grant-secrets.ts';
import type { FoundGrant, RefreshedSession, TokenClient } from './grant-store.ts';
import { signTokens } from './sign-tokens.ts';

/**
 * Exchanges a code, a refresh token, a delegation or an approval for tokens. The proof is verified first and consumed last, so that a nonce
 * challenge consumes no client assertion.
 */
export const exchangeToken: SsoHandler<'exchangeToken'> = async ({ body, respond, ...context }) => {
  const { nonces } = context;
  const proof = await verifyPresentedProof(context);
  const tokens = await grantTokens(body, proof, context);
  return respond(200, tokens, {
    // Required beside Cache-Control by RFC 6749 §5.1.
    pragma: 'no-cache',
    // A fresh nonce saves the next request a challenge (RFC 9449 §8.2).
    ...(nonces && { 'dpop-nonce': nonces.current() }),
  });
};

type Context = SsoHandlerContext & SsoRequestContext;
type Grant = AuthorizationCodeGrant | RefreshTokenGrant | DeviceCodeGrant | TokenExchangeGrant | BackchannelGrant;

async function grantTokens(
  grant: Grant,
  proof: DpopProof | undefined,
  context: Context,
): Promise<GrantedTokens | DelegatedTokens | ApprovedTokens> {
  const { grants, clients } = context;
  switch (grant.grant_type) {
    case 'authorization_code': {
      const found = await findGrant(grant, context, () => grants.ofCode(secretKey(grant.code)));
      if (!found) throw codeRefused();
      return exchangeCode(grant, { proof, ...found }, context);
    }
    case 'refresh_token': {
      const found = await findGrant(grant, context, () => grants.ofRefreshToken(secretKey(grant.refresh_token)));
      if (!found) throw refreshTokenRefused();
      return refreshTokens(grant, { proof, ...found }, context);
    }
    case 'urn:ietf:params:oauth:grant-type:device_code': {
      const { client } = await authenticateClient(grant, context, clients.byAddress);
      if (!client) throw deviceCodeRefused();
      return exchangeDeviceCode(grant, client, proof, context);
    }
    case 'urn:ietf:params:oauth:grant-type:token-exchange': {
      const { address, client } = await authenticateClient(grant, context, clients.byAddress);
      const granting = exchangeDelegation({ ...grant, client_id: address }, { client, proof }, context);
      return withStoredAgentKey(proof, context, granting);
    }
    case 'urn:openid:params:grant-type:ciba': {
      const { client } = await authenticateClient(grant, context, clients.byAddress);
      return exchangeApproval(grant, { client, proof }, context);
    }
  }
}

/**
 * Authenticates the client of a grant, which is read with it.
 *
 * @returns undefined unless the grant is one of this client, which is enabled
 */
async function findGrant<Found>(
  form: ClientForm,
  context: Context,
  read: () => Promise<FoundGrant<Found> | undefined>,
): Promise<FoundGrant<Found> | undefined> {
  let found: FoundGrant<Found> | undefined;
  const { client } = await authenticateClient<TokenClient>(form, context, async (address) => {
    found = await read();
    return found?.client.address === address ? found.client : context.clients.byAddress(address);
  });
  return found?.client === client && client?.disabledAt === null ? found : undefined;
}

/** Stores the key of a proof that the provider accepted. Redeeming a code stores it with the session. */
async function withStoredAgentKey<Tokens>(
  proof: DpopProof | undefined,
  { agentKeys }: SsoHandlerContext,
  granting: Promise<Tokens>,
): Promise<Tokens> {
  const tokens = await granting;
  if (proof) await agentKeys.save(proof);
  return tokens;
}

/**
 * Rotates a refresh token (RFC 6749 §6, RFC 9700 §4.14.2). The successor is derived from the token, so that a repeated
 * request, whose response was lost, receives the same one.
 */
async function refreshTokens(
  grant: { readonly refresh_token: string; readonly scope?: string; readonly resource?: string },
  { client, proof, grant: session }: FoundGrant<RefreshedSession> & { readonly proof: DpopProof | undefined },
  context: Context,
): Promise<GrantedTokens> {
  const { sessions, request, settings, secrets, metrics, now } = context;
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
    ownerSub: session.ownerSub,
    tokenHash: secretHash(grant.refresh_token),
    successorHash: secretHash(successor),
    at,
    expiresAt: new Date(at.getTime() + settings.lifetimes.refreshToken * 1000),
    place: placeOf(request),
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
