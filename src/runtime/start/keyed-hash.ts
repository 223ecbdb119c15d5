import { createHmac, createSecretKey } from 'node:crypto';

/**
 * Creates HMAC-SHA-256 with one key. node:crypto imports the bytes of a key at each use, which takes eight times as long as the
 * rest.
 */
export function keyedHash(key: Uint8Array): (text: string, encoding?: 'base64url' | 'hex') => string {
  const secret = createSecretKey(key);
  return (text, encoding = 'base64url') => createHmac('sha256', secret).update(text).digest(encoding);
}
