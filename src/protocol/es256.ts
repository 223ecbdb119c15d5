import { p256 } from '@noble/curves/nist.js';
import { decodeBase64url } from './base64url.ts';
import { concatBytes } from './bytes.ts';
import type { P256Jwk } from './jwk-thumbprint.ts';

/**
 * Verifies ECDSA on P-256 with SHA-256 (RFC 7518 §3.4) in browsers and edge runtimes.
 *
 * @param key result of parseP256Jwk
 * @param signature 64 bytes: r and s
 * @returns whether the signature is valid; false for a signature of another length
 */
export function verifyEs256({ x, y }: P256Jwk, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== 64) return false;
  const point = concatBytes(
    Uint8Array.of(0x04),
    decodeBase64url(x) ?? Uint8Array.of(),
    decodeBase64url(y) ?? Uint8Array.of(),
  );
  // JOSE does not require a low s, and native verification accepts a high s, too.
  return p256.verify(signature, message, point, { lowS: false });
}
