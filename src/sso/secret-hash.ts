import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a secret, base64url: the only stored form. Secrets have 256 bits, so no salt is needed. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
