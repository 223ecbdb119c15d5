import type { KeyObject } from 'node:crypto';
import { createPublicKey, verify as verifyNatively } from 'node:crypto';
import { encodeBase64url } from './base64url.ts';
import { isSmallOrder } from './ed25519-small-order.ts';
import { LRUCache } from 'lru-cache';

/** Verifies a signature of 64 bytes by a key of 32 bytes, neither of which contains a point of small order. */
export type Ed25519Verification = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

// Importing a key costs about a third of a verification.
const imported = /* @__PURE__ */ new LRUCache<string, KeyObject>({ max: 4096 });

let verification: Ed25519Verification = verifyWithOpenssl;

/** Replaces the implementation of {@link verifyEd25519} in this process; without an argument, restores node:crypto. */
export function setEd25519Verification(replacement: Ed25519Verification = verifyWithOpenssl): void {
  verification = replacement;
}

/**
 * Verifies an Ed25519 signature (RFC 8032 §5.1.7) with node:crypto, about ten times faster than in JavaScript. Rejects
 * points of small order and non-canonical numbers.
 *
 * @param publicKey 32 bytes
 * @param signature 64 bytes
 * @returns false also for another length
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  if (isSmallOrder(publicKey) || isSmallOrder(signature.subarray(0, 32))) return false;
  return verification(publicKey, message, signature);
}

function verifyWithOpenssl(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  return verifyNatively(null, message, keyObject(encodeBase64url(publicKey)), signature);
}

function keyObject(x: string): KeyObject {
  const known = imported.get(x);
  if (known !== undefined) return known;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  imported.set(x, key);
  return key;
}
