import { LRUCache } from 'lru-cache';

export function createAskedLinks(capacity = 10_000) {
  const links = new LRUCache<string, true>({ max: capacity });
  return {
    add: (linkHash: string): void => void links.set(linkHash, true),
    has: (linkHash: string): boolean => links.has(linkHash),
  };
}

/** Remembers links of requests of agents, so that they are not looked up among sign-ins. Each process keeps its own. */
export type AskedLinks = ReturnType<typeof createAskedLinks>;
