import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';

/** Converts an Ed25519 JWK to a KeyObject. */
export function publicKeyObject({ kty, crv, x }: Ed25519Jwk): KeyObject {
  return createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
}
