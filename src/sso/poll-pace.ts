import { LRUCache } from 'lru-cache';

/** Default `Retry-After`, seconds. */
const defaultWait = 5;
/** Polls less than this many milliseconds apart are too fast; the agent toolkit polls every 3 s. */
const minimumInterval = 2_000;
const longestWait = 60;

/** Computes `Retry-After` of pending polls. Advisory, so each process keeps its own state. */
export interface PollPace {
  /** Returns the seconds to wait before the next poll with this code; doubles for each poll that is too fast. */
  readonly nextWait: (pollingCodeHash: string) => number;
}

export function createPollPace(now: () => Date, capacity = 10_000): PollPace {
  const polls = new LRUCache<string, { readonly at: number; readonly wait: number }>({ max: capacity });
  return {
    nextWait: (pollingCodeHash) => {
      const at = now().getTime();
      const last = polls.get(pollingCodeHash);
      const wait = last && at - last.at < minimumInterval ? Math.min(last.wait * 2, longestWait) : defaultWait;
      polls.set(pollingCodeHash, { at, wait });
      return wait;
    },
  };
}
