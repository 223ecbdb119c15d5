/** Apps in one claim. */
const appsPerClaim = 200;

interface AppItem {
  readonly appId: string;
}

export interface FairQueueRound<Due extends AppItem> {
  /** How many more items this process can hold. */
  readonly capacity: () => number;
  /** Claims up to `limit` due items of these apps, earlier apps first. */
  readonly claim: (apps: readonly Due[], limit: number) => Promise<readonly AppItem[]>;
}

/** Round-robin over apps, so that every app is served when capacity does not suffice for all. */
export interface FairQueue {
  /**
   * Claims items of the due apps until the capacity is used up. Starts after the app that was served last.
   *
   * @returns the number of claimed items
   */
  readonly serve: <Due extends AppItem>(due: readonly Due[], round: FairQueueRound<Due>) => Promise<number>;
}

export function createFairQueue(): FairQueue {
  let lastServed = '';
  return {
    serve: async (due, { capacity, claim }) => {
      const { before = [], after = [] } = Object.groupBy(due, ({ appId }) => (appId > lastServed ? 'after' : 'before'));
      const waiting = [...sortedByApp(after), ...sortedByApp(before)];
      let total = 0;
      for (let start = 0; start < waiting.length && capacity() > 0; start += appsPerClaim) {
        const apps = waiting.slice(start, start + appsPerClaim);
        const limit = capacity();
        const claimed = await claim(apps, limit);
        total += claimed.length;
        const served = new Set(claimed.map(({ appId }) => appId));
        const last = claimed.length < limit ? apps.at(-1) : apps.findLast(({ appId }) => served.has(appId));
        lastServed = last?.appId ?? lastServed;
      }
      return total;
    },
  };
}

const sortedByApp = <Due extends AppItem>(due: readonly Due[]): readonly Due[] =>
  due.toSorted((a, b) => (a.appId < b.appId ? -1 : 1));
