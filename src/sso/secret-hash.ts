import { createHash } from 'node:crypto';

/** What is stored of a secret: its SHA-256, base64url. The secrets have 256 bits, so no salt is needed. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
