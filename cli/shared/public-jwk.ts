import { isJsonObject } from '../../src/protocol/json-object.ts';
import type { Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';

/**
 * Reads the public members of an Ed25519 JWK from an own file; undefined for another form. Imports no cryptography, which
 * `status` does not load.
 */
export function readPublicJwk(value: unknown): Ed25519Jwk | undefined {
  if (!isJsonObject(value) || value['kty'] !== 'OKP' || value['crv'] !== 'Ed25519') return undefined;
  const { x } = value;
  return typeof x === 'string' && /^[A-Za-z0-9_-]{43}$/.test(x) ? { kty: 'OKP', crv: 'Ed25519', x } : undefined;
}
