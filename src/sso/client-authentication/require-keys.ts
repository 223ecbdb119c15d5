import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { ClientAuthMethod } from './auth-method.ts';
import { type ClientKeySet, readClientKeySet } from './client-key-set.ts';

/**
 * Returns the keys of a client that authenticates with private_key_jwt; null for every other method.
 *
 * @throws DomainError invalid_request when keys are missing, superfluous or unusable
 */
export function requireKeysFor(
  method: ClientAuthMethod,
  jwks: { readonly keys: readonly unknown[] } | undefined,
): ClientKeySet | null {
  if (method !== 'private_key_jwt') {
    if (jwks !== undefined) throw invalidOauthRequest('jwks is for tokenEndpointAuthMethod private_key_jwt only.');
    return null;
  }
  if (jwks === undefined) throw invalidOauthRequest('jwks is missing: private_key_jwt needs the public keys.');
  const read = readClientKeySet(jwks);
  if (typeof read === 'string') throw invalidOauthRequest(`${read}.`);
  return read;
}
