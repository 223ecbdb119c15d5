import type { KeyObject } from 'node:crypto';
import { createPublicKey, verify as verifyNatively } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { P256Jwk } from './jwk-thumbprint.ts';

// Importing a key costs more than a verification.
const imported = /* @__PURE__ */ new LRUCache<string, KeyObject>({ max: 4096 });

/**
 * Verifies ECDSA on P-256 with SHA-256 (RFC 7518 §3.4) with node:crypto.
 *
 * @param key of parseP256Jwk
 * @param signature 64 bytes: r and s
 * @returns false also for another length
 */
export function verifyEs256(key: P256Jwk, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  return verifyNatively('sha256', message, { key: keyObject(key), dsaEncoding: 'ieee-p1363' }, signature);
}

function keyObject({ kty, crv, x, y }: P256Jwk): KeyObject {
  const name = `${x}.${y}`;
  const known = imported.get(name);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  imported.set(name, key);
  return key;
}
