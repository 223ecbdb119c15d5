/** Groups in one claim. */
const groupsPerClaim = 200;

interface FairQueueRound<Due, Claimed> {
  /** How many more items this process can hold. */
  readonly capacity: () => number;
  /** Claims up to `limit` due items of these groups, earlier groups first. */
  readonly claim: (groups: readonly Due[], limit: number) => Promise<readonly Claimed[]>;
}

/** Round-robin over groups, so that every group is served when capacity does not suffice for all. */
interface FairQueue<Item> {
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

interface FairSlotsOptions {
  /** Work that runs at once. */
  readonly slots: number;
  /** Work of one group that runs at once. */
  readonly perGroup: number;
  /** Work of one group that waits at most. */
  readonly waiting: number;
}

/** Runs work of many groups in turn, so that a flood of one group delays that group only. */
export interface FairSlots {
  /** @returns undefined when too much work of the group waits already */
  readonly run: <Result>(group: string, work: () => Promise<Result>) => Promise<Result> | undefined;
}

export function createFairSlots({ slots, perGroup, waiting }: FairSlotsOptions): FairSlots {
  const running = new Map<string, number>();
  /** In the order of turns: a group that got one is the last. */
  const queues = new Map<string, (() => void)[]>();
  let used = 0;

  const runningOf = (group: string) => running.get(group) ?? 0;
  const startNext = (): void => {
    if (used >= slots) return;
    for (const [group, queue] of queues) {
      if (runningOf(group) >= perGroup) continue;
      const start = queue.shift();
      queues.delete(group);
      if (queue.length > 0) queues.set(group, queue);
      return start?.();
    }
  };
  const execute = async <Result>(group: string, work: () => Promise<Result>): Promise<Result> => {
    used += 1;
    running.set(group, runningOf(group) + 1);
    try {
      return await work();
    } finally {
      used -= 1;
      const left = runningOf(group) - 1;
      if (left > 0) running.set(group, left);
      else running.delete(group);
      startNext();
    }
  };

  return {
    run: (group, work) => {
      if (used < slots && runningOf(group) < perGroup && !queues.has(group)) return execute(group, work);
      const queue = queues.get(group) ?? [];
      if (queue.length >= waiting) return undefined;
      queues.set(group, queue);
      return new Promise<void>((resolve) => queue.push(resolve)).then(() => execute(group, work));
    },
  };
}
