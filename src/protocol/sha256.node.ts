import { createHash } from 'node:crypto';
import type { Bytes } from './bytes.ts';

/** Computes SHA-256 with node:crypto. Strings are hashed as UTF-8. */
export function sha256(data: Uint8Array | string): Bytes {
  return new Uint8Array(createHash('sha256').update(data).digest());
}
