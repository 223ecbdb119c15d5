import { authenticateClient } from '../clients/client-authentication.ts';
import type {
  AuthorizationCodeGrant,
  DeviceCodeGrant,
  RefreshTokenGrant,
  TokenExchangeGrant,
} from '../../../generated/sso/types.ts';
import type { Client } from '../clients/client.ts';
import { codeRefused, deviceCodeRefused, refreshTokenRefused } from '../errors/oauth-errors.ts';
import type { DpopProof } from '../../protocol/dpop-proof.ts';
import { exchangeCode, exchangeDeviceCode, type GrantedTokens } from './code-exchange.ts';
import type { SsoHandlerContext } from '../context.ts';
import { type DelegatedTokens, exchangeDelegation } from '../delegation/token-exchange.ts';
import type { SsoRequestContext, SsoHandler } from '../handler.ts';
import { verifyPresentedProof } from './proof-of-possession.ts';
import { refreshTokens } from './refresh.ts';

/**
 * Exchanges a code, a refresh token or a delegation for tokens. The proof is verified first and consumed last, so that a nonce
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
  (AuthorizationCodeGrant | RefreshTokenGrant | DeviceCodeGrant | TokenExchangeGrant);

function grantTokens(
  grant: Grant,
  { proof, client }: { readonly proof: DpopProof | undefined; readonly client: Client | undefined },
  context: SsoHandlerContext & SsoRequestContext,
): Promise<GrantedTokens | DelegatedTokens> {
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
