import { LRUCache } from 'lru-cache';
import type { IdentifyClient } from '../../runtime/http/rate-limit.ts';
import { apiKeyHash, isApiKey } from './api-key.ts';

/** Maximum number of cached keys. The next request of an evicted key counts for its IP address. */
const capacity = 10_000;

/** Caches which app a working API key belongs to: the rate limit counts requests per app instead of per IP address. */
export interface ApiKeyCache {
  /** @param appId undefined when the key does not work */
  readonly set: (keyHash: string, appId: string | undefined) => void;
  readonly clientOf: IdentifyClient;
}

export function createApiKeyCache(): ApiKeyCache {
  const apps = new LRUCache<string, string>({ max: capacity });
  return {
    set: (keyHash, appId) => (appId === undefined ? apps.delete(keyHash) : apps.set(keyHash, appId)),
    clientOf: ({ headers }) => {
      const key = headers['x-platform-notifications-key'];
      return typeof key === 'string' && isApiKey(key) ? apps.get(apiKeyHash(key)) : undefined;
    },
  };
}
