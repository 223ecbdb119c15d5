import { LRUCache } from 'lru-cache';
import type { IdentifyClient } from '../runtime/rate-limit.ts';
import { apiKeyHash, isApiKey } from './api-key.ts';

/** So many keys are remembered; one that is forgotten counts once for its address, and is known again. */
const capacity = 10_000;

/** API keys that were good when they were last judged, and whose they are: what the outer limit counts sends by. */
export interface KnownKeys {
  /** @param appId undefined: the key is not good (any more) */
  readonly note: (keyHash: string, appId: string | undefined) => void;
  readonly clientOf: IdentifyClient;
}

export function createKnownKeys(): KnownKeys {
  const apps = new LRUCache<string, string>({ max: capacity });
  return {
    note: (keyHash, appId) => (appId === undefined ? apps.delete(keyHash) : apps.set(keyHash, appId)),
    clientOf: ({ headers }) => {
      const key = headers['x-platform-notifications-key'];
      return typeof key === 'string' && isApiKey(key) ? apps.get(apiKeyHash(key)) : undefined;
    },
  };
}
