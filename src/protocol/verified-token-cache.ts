import type { JsonObject } from './json-object.ts';
import { LRUCache } from 'lru-cache';
import type { VerificationKey } from './signed-jwt.ts';

/** A token with a verified signature, and the key that verified it. */
export interface VerifiedToken {
  readonly claims: JsonObject;
  readonly kid: string;
  readonly key: VerificationKey;
  /** Unix seconds. */
  readonly exp: number;
}

/**
 * Caches verified signatures only. The caller still compares the key with the published one and checks every claim, so
 * that retired keys and expired tokens are rejected.
 */
export interface VerifiedTokenCache {
  /** @param digest SHA-256 of the token, base64url. @param now Unix seconds. */
  get(digest: string, now: number): VerifiedToken | undefined;
  set(digest: string, token: VerifiedToken): void;
}

/** @param capacity maximum number of tokens, about 1 kB each */
export function createVerifiedTokenCache(capacity = 10_000): VerifiedTokenCache {
  const tokens = new LRUCache<string, VerifiedToken>({ max: capacity });
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
