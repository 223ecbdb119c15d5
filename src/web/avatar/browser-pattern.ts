import { type KeyPattern, keyPattern } from './key-pattern.ts';

/** Computes the picture of an id with the browser's own SHA-256; undefined where it has none, on insecure origins. */
export async function browserPattern(id: string): Promise<KeyPattern | undefined> {
  if (!globalThis.isSecureContext) return undefined;
  return keyPattern(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(id))));
}
