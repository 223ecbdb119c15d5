import { LRUCache } from 'lru-cache';

/** Default `Retry-After`, seconds. */
const defaultWait = 5;
/** Polls less than this many milliseconds apart are too fast; the agent toolkit polls every 3 s. */
const minimumInterval = 2_000;
const longestWait = 60;

export function createPollPace(now: () => Date, capacity = 10_000) {
  const polls = new LRUCache<string, { readonly at: number; readonly wait: number }>({ max: capacity });
  return {
    /** Returns the seconds to wait before the next poll with this code; doubles for each poll that is too fast. */
    nextWait: (pollingCodeHash: string): number => {
      const at = now().getTime();
      const last = polls.get(pollingCodeHash);
      const wait = last && at - last.at < minimumInterval ? Math.min(last.wait * 2, longestWait) : defaultWait;
      polls.set(pollingCodeHash, { at, wait });
      return wait;
    },
  };
}

/** Computes `Retry-After` of pending polls. Advisory, so each process keeps its own state. */
export type PollPace = ReturnType<typeof createPollPace>;

/** Seconds between polls of a device (RFC 8628 §3.2). */
export const firstInterval = 5;
/** Added when a device polls too fast (RFC 8628 §3.5). */
const increase = 5;
const longestInterval = 60;
/** Time by which a poll may come early, milliseconds: networks delay requests unequally. */
const tolerance = 500;

/** Returns the state after a poll, and whether it came too early. */
export function pollState(
  { interval, polledAt }: { /** Seconds. */ readonly interval: number; readonly polledAt: Date | null },
  at: Date,
): { readonly early: boolean; readonly interval: number } {
  const early = polledAt !== null && at.getTime() - polledAt.getTime() < interval * 1000 - tolerance;
  return { early, interval: early ? Math.min(interval + increase, longestInterval) : interval };
}
