import * as crypto from 'node:crypto';
import type { Bytes } from './bytes.ts';

/** Hashes in one call; undefined before Node 20.12. */
const hash: typeof crypto.hash | undefined = crypto.hash;

/** Computes SHA-256 with node:crypto. Strings are hashed as UTF-8. */
export function sha256(data: Uint8Array | string): Bytes {
  return new Uint8Array(crypto.createHash('sha256').update(data).digest());
}

/** Computes SHA-256 as base64url in a third of the time of {@link sha256} and an encoding. */
export function sha256Base64url(data: Uint8Array | string): string {
  return hash?.('sha256', data, 'base64url') ?? crypto.createHash('sha256').update(data).digest('base64url');
}
