import type { BaseLogger } from 'pino';

/** Repeats rounds of work: on `wake`, and after `pollMs` at the latest. */
export interface WorkerLoop {
  readonly wake: () => void;
  /** Starts no further round; resolves when the current one is finished. */
  readonly stop: () => Promise<void>;
}

export interface WorkerLoopOptions {
  readonly name: string;
  /** Does the work that is due. A failure is logged, and the next round tries again. */
  readonly round: () => Promise<void>;
  /** Longest pause between two rounds, milliseconds. */
  readonly pollMs: number;
  readonly log: Pick<BaseLogger, 'error'>;
}

/** Pause after a failed round, milliseconds: an unreachable database needs time to recover. */
const failurePauseMs = 2_000;

export function startWorkerLoop({ name, round, pollMs, log }: WorkerLoopOptions): WorkerLoop {
  const abort = new AbortController();
  const { signal } = abort;
  let woken = false;
  let endPause: (() => void) | undefined;

  const wake = () => {
    woken = true;
    endPause?.();
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!signal.aborted) {
      woken = false;
      try {
        await round();
      } catch (error) {
        log.error({ err: error }, `${name}: a round failed; the next one starts in ${failurePauseMs} ms`);
        woken = false;
        if (!signal.aborted) await pause(failurePauseMs);
      }
      // A wake during the round may concern work that the round did not see.
      if (!woken && !signal.aborted) await pause(pollMs);
    }
  };
  const running = run();

  return {
    wake,
    stop: () => {
      abort.abort();
      wake();
      return running;
    },
  };
}

/** Groups in one claim. */
const groupsPerClaim = 200;

export interface FairQueueRound<Due, Claimed> {
  /** How many more items this process can hold. */
  readonly capacity: () => number;
  /** Claims up to `limit` due items of these groups, earlier groups first. */
  readonly claim: (groups: readonly Due[], limit: number) => Promise<readonly Claimed[]>;
}

/** Round-robin over groups, so that every group is served when capacity does not suffice for all. */
export interface FairQueue<Item> {
  /**
   * Claims items of the due groups until the capacity is used up. Starts after the group that was served last.
   *
   * @returns the number of claimed items
   */
  readonly serve: <Due extends Item, Claimed extends Item>(
    due: readonly Due[],
    round: FairQueueRound<Due, Claimed>,
  ) => Promise<number>;
}

/** @param groupOf returns the id of an item's group, such as its app or endpoint */
export function createFairQueue<Item>(groupOf: (item: Item) => string): FairQueue<Item> {
  let lastServed = '';
  const sorted = <Due extends Item>(due: readonly Due[]): readonly Due[] =>
    due.toSorted((a, b) => (groupOf(a) < groupOf(b) ? -1 : 1));
  return {
    serve: async (due, { capacity, claim }) => {
      const { before = [], after = [] } = Object.groupBy(due, (item) =>
        groupOf(item) > lastServed ? 'after' : 'before',
      );
      const waiting = [...sorted(after), ...sorted(before)];
      let total = 0;
      for (let start = 0; start < waiting.length && capacity() > 0; start += groupsPerClaim) {
        const groups = waiting.slice(start, start + groupsPerClaim);
        const limit = capacity();
        const claimed = await claim(groups, limit);
        total += claimed.length;
        const served = new Set(claimed.map(groupOf));
        const isUsedUp = claimed.length >= limit;
        const last = isUsedUp ? groups.findLast((group) => served.has(groupOf(group))) : groups.at(-1);
        if (last !== undefined) lastServed = groupOf(last);
        // Capacity that became free meanwhile is for the groups after the last one, in the next round.
        if (isUsedUp) break;
      }
      return total;
    },
  };
}
