import { sha256 as hash } from '@noble/hashes/sha2.js';
import type { Bytes } from './bytes.ts';
import { utf8 } from './bytes.ts';

/** SHA-256 for browsers and edge runtimes, where only an asynchronous native digest exists. Text counts as its UTF-8. */
export function sha256(data: Uint8Array | string): Bytes {
  return new Uint8Array(hash(typeof data === 'string' ? utf8(data) : data));
}
