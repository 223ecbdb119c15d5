import { LRUCache } from 'lru-cache';
import type { Heard } from './mini-app-server.ts';

/** What the demo's server heard of its notifications, in memory: a real one would keep it. */
export interface HeardList {
  /** The same event may come again, and is kept once. */
  readonly add: (sessionAddress: string, heard: Heard) => void;
  /** Newest first. */
  readonly of: (sessionAddress: string) => readonly Heard[];
}

const people = 1_000;
const perPerson = 20;

export function createHeardList(): HeardList {
  const lists = new LRUCache<string, readonly Heard[]>({ max: people });
  const of = (sessionAddress: string): readonly Heard[] => lists.get(sessionAddress) ?? [];
  return {
    of,
    add: (sessionAddress, heard) => {
      const before = of(sessionAddress);
      const known = before.some(
        ({ notificationId, status }) =>
          notificationId !== null && notificationId === heard.notificationId && status === heard.status,
      );
      if (!known) lists.set(sessionAddress, [heard, ...before].slice(0, perPerson));
    },
  };
}
