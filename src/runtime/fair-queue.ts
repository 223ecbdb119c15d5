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
