import type { JsonObject } from './json-object.ts';
import { createRecentMap } from './recent-map.ts';
import type { VerificationKey } from './signed-jwt.ts';

/** A token whose signature was found good, and the key that it was good for. */
export interface VerifiedToken {
  readonly claims: JsonObject;
  readonly kid: string;
  readonly key: VerificationKey;
  /** Unix seconds. */
  readonly exp: number;
}

/**
 * Remembers that signatures were verified, nothing more: whoever reads an entry still asks for its
 * key and checks every claim, so a retired key and an expired token are refused as ever.
 */
export interface VerifiedTokenCache {
  /** @param digest SHA-256 of the token, base64url. @param now Unix seconds. */
  get(digest: string, now: number): VerifiedToken | undefined;
  set(digest: string, token: VerifiedToken): void;
}

/** @param capacity most tokens remembered; an entry takes about a kilobyte. */
export function createVerifiedTokenCache(capacity = 10_000): VerifiedTokenCache {
  const tokens = createRecentMap<VerifiedToken>(capacity);
  return {
    get(digest, now) {
      const token = tokens.get(digest);
      if (token === undefined || token.exp > now) return token;
      tokens.delete(digest);
      return undefined;
    },
    set(digest, token) {
      tokens.set(digest, token);
    },
  };
}
