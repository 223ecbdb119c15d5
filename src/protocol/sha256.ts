import { sha256 as hash } from '@noble/hashes/sha2.js';
import { encodeBase64url } from './base64url.ts';
import type { Bytes } from './bytes.ts';
import { utf8 } from './bytes.ts';

/** Computes SHA-256 in browsers and edge runtimes, whose native digest is asynchronous. Strings are hashed as UTF-8. */
export function sha256(data: Uint8Array | string): Bytes {
  return new Uint8Array(hash(typeof data === 'string' ? utf8(data) : data));
}

/** Computes SHA-256 as base64url. */
export const sha256Base64url = (data: Uint8Array | string): string =>
  encodeBase64url(hash(typeof data === 'string' ? utf8(data) : data));
