import { createRecentMap } from '../protocol/recent-map.ts';

/** Seconds that a client should wait between two polls. */
const calm = 5;
/** Milliseconds between two polls that still count as calm: clocks and networks are not exact, and agents ask every 3 s. */
const tolerated = 2_000;
const longestWait = 60;

/** Tells fast pollers to wait longer. Advice only, so every process may have its own memory. */
export interface PollPace {
  /** @returns seconds to wait before the next poll with this code. */
  readonly next: (pollingCodeHash: string) => number;
}

export function createPollPace(now: () => Date, capacity = 10_000): PollPace {
  const polls = createRecentMap<{ readonly at: number; readonly wait: number }>(capacity);
  return {
    next: (pollingCodeHash) => {
      const at = now().getTime();
      const last = polls.get(pollingCodeHash);
      const wait = last && at - last.at < tolerated ? Math.min(last.wait * 2, longestWait) : calm;
      polls.set(pollingCodeHash, { at, wait });
      return wait;
    },
  };
}
