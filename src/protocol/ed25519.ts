import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, equalBytes } from './bytes.ts';
import { isSmallOrder } from './ed25519-small-order.ts';

/**
 * Verifies an Ed25519 signature (RFC 8032 §5.1.7) in browsers and edge runtimes. Rejects points of small order and
 * non-canonical numbers.
 *
 * The verify function of @noble/curves multiplies by the cofactor and accepts some signatures that native
 * implementations reject. This function checks the equation without the cofactor, so that all runtimes agree.
 *
 * @param publicKey 32 bytes
 * @param signature 64 bytes
 * @returns false also for another length
 */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  // Not at module level: bundlers keep modules that compute on import.
  const { Point } = ed25519;
  const r = signature.subarray(0, 32);
  const s = littleEndian(signature.subarray(32));
  if (isSmallOrder(publicKey) || isSmallOrder(r) || s >= Point.Fn.ORDER) return false;
  try {
    const k = Point.Fn.create(littleEndian(sha512(concatBytes(r, publicKey, message))));
    const sB = Point.BASE.multiplyUnsafe(s);
    const kA = Point.fromBytes(publicKey, false).multiplyUnsafe(k);
    return equalBytes(sB.subtract(kA).toBytes(), r);
  } catch {
    return false;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}
