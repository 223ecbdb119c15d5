import { LRUCache } from 'lru-cache';
import type { ReceivedEvent } from './mini-app-server.ts';

/** Webhook events that the demo server received, per user, in memory. A production server stores them. */
export interface ReceivedEvents {
  /** Stores an event once, also when its webhook is redelivered. */
  readonly add: (sessionAddress: string, event: ReceivedEvent) => void;
  /** Newest first. */
  readonly of: (sessionAddress: string) => readonly ReceivedEvent[];
}

const maxUsers = 1_000;
const maxEventsPerUser = 20;

export function createReceivedEvents(): ReceivedEvents {
  const lists = new LRUCache<string, readonly ReceivedEvent[]>({ max: maxUsers });
  const of = (sessionAddress: string): readonly ReceivedEvent[] => lists.get(sessionAddress) ?? [];
  return {
    of,
    add: (sessionAddress, event) => {
      const before = of(sessionAddress);
      const known = before.some(
        ({ notificationId, status }) =>
          notificationId !== null && notificationId === event.notificationId && status === event.status,
      );
      if (!known) lists.set(sessionAddress, [event, ...before].slice(0, maxEventsPerUser));
    },
  };
}
