import { exchangeCode } from '../code-exchange.ts';
import type { SsoHandler } from '../handler.ts';
import { presentedProof } from '../proof-of-possession.ts';
import { refreshSession } from '../session-refresh.ts';

/** Tokens for a code or for a refresh token. The proof is judged first; it is used up last. */
export const exchangeToken: SsoHandler<'exchangeToken'> = async ({ body, respond, ...context }) => {
  const { nonces } = context;
  const proof = await presentedProof(context);
  const tokens =
    body.grant_type === 'authorization_code'
      ? await exchangeCode(body, proof, context)
      : await refreshSession(body, proof, context);
  return respond(200, tokens, {
    // RFC 6749 §5.1 wants it beside Cache-Control.
    pragma: 'no-cache',
    // A fresh nonce in good time saves the next request a challenge (RFC 9449 §8.2).
    ...(nonces && { 'dpop-nonce': nonces.current() }),
  });
};
