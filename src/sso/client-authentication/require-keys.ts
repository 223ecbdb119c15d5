import type { Client } from '../client.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { ClientAuthMethod } from './auth-method.ts';
import { readClientKeySet } from './client-key-set.ts';

/** The keys that an administrator gives an application, or where it publishes them. */
export interface ClientKeyInput {
  readonly jwks?: { readonly keys: readonly unknown[] } | undefined;
  readonly jwksUri?: string | undefined;
}

/**
 * Returns the keys of a client that authenticates with private_key_jwt; null for every other method.
 *
 * @throws DomainError invalid_request when keys are missing, superfluous or unusable
 */
export function requireKeysFor(
  method: ClientAuthMethod,
  { jwks, jwksUri }: ClientKeyInput,
): Pick<Client, 'jwks' | 'jwksUri'> {
  if (method !== 'private_key_jwt') {
    if (jwks === undefined && jwksUri === undefined) return { jwks: null, jwksUri: null };
    const name = jwks === undefined ? 'jwksUri' : 'jwks';
    throw invalidOauthRequest(`${name} is for tokenEndpointAuthMethod private_key_jwt only.`);
  }
  if (jwks !== undefined && jwksUri !== undefined)
    throw invalidOauthRequest('jwks and jwksUri exclude each other: send one of them.');
  if (jwksUri !== undefined) return { jwks: { keys: [] }, jwksUri };
  if (jwks === undefined)
    throw invalidOauthRequest('jwks and jwksUri are missing: private_key_jwt needs the public keys.');
  const read = readClientKeySet(jwks);
  if (typeof read === 'string') throw invalidOauthRequest(`${read}.`);
  return { jwks: read, jwksUri: null };
}
