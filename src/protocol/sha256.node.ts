import { createHash } from 'node:crypto';
import type { Bytes } from './bytes.ts';

/** SHA-256 where Node's own implementation exists. Text counts as its UTF-8. */
export function sha256(data: Uint8Array | string): Bytes {
  return new Uint8Array(createHash('sha256').update(data).digest());
}
