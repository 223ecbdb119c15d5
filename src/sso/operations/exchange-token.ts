import { authenticateClient } from '../client-authentication/authenticate-client.ts';
import { exchangeCode } from '../code-exchange.ts';
import type { SsoHandler } from '../handler.ts';
import { verifyPresentedProof } from '../proof-of-possession.ts';
import { refreshTokens } from '../session-refresh.ts';

/**
 * Exchanges a code or a refresh token for tokens. The proof is verified first and consumed last, so that a nonce
 * challenge uses up no client assertion.
 */
export const exchangeToken: SsoHandler<'exchangeToken'> = async ({ body, respond, ...context }) => {
  const { nonces } = context;
  const proof = await verifyPresentedProof(context);
  const { address } = await authenticateClient(body, context);
  const tokens =
    body.grant_type === 'authorization_code'
      ? await exchangeCode({ ...body, client_id: address }, proof, context)
      : await refreshTokens({ ...body, client_id: address }, proof, context);
  return respond(200, tokens, {
    // Required beside Cache-Control by RFC 6749 §5.1.
    pragma: 'no-cache',
    // A fresh nonce saves the next request a challenge (RFC 9449 §8.2).
    ...(nonces && { 'dpop-nonce': nonces.current() }),
  });
};
