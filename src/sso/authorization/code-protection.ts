import type { AuthorizeForm } from '../../../generated/sso/types.ts';
import type { Client } from '../client.ts';
import { challengeMethodMissing, challengeRequired, nonceRequired } from '../errors/oauth-errors.ts';

type ProtectionParameters = Pick<AuthorizeForm, 'code_challenge' | 'code_challenge_method' | 'state' | 'nonce'>;

/**
 * Checks what binds the code of a request to the browser and the client that sent it: PKCE, or for a confidential client
 * that may leave it out, the nonce (RFC 9700 §2.1.1); where even that is not required, at least the state (§2.1).
 *
 * @throws DomainError `invalid_request`
 */
export function requireCodeProtection(
  { code_challenge: challenge, code_challenge_method: method, state, nonce }: ProtectionParameters,
  client: Pick<Client, 'tokenEndpointAuthMethod' | 'requirePkce' | 'requireNonce'>,
): void {
  if (challenge !== undefined && method === undefined) throw challengeMethodMissing();
  if (challenge !== undefined) return;
  if (client.requirePkce || client.tokenEndpointAuthMethod === 'none' || method !== undefined)
    throw challengeRequired();
  if (nonce === undefined && (client.requireNonce || state === undefined)) throw nonceRequired(client.requireNonce);
}

/** Returns what is wrong with the settings of an application; undefined when they are consistent. */
export function codeProtectionViolation({
  tokenEndpointAuthMethod,
  requirePkce,
  requireNonce,
}: Pick<Client, 'tokenEndpointAuthMethod' | 'requirePkce' | 'requireNonce'>): string | undefined {
  if (!requirePkce && tokenEndpointAuthMethod === 'none')
    return 'requirePkce is false for confidential applications only: PKCE is all that protects a public one.';
  if (!requireNonce && requirePkce) return 'requireNonce is false only together with requirePkce false.';
  return undefined;
}
