/** Apps of one claim. */
const appsPerClaim = 200;

interface OfApp {
  readonly appId: string;
}

export interface Serving<Due extends OfApp> {
  /** How much more may be taken in all. */
  readonly left: () => number;
  /** Takes up to `limit` of what is due of some apps; those who come first are served first. */
  readonly claim: (apps: readonly Due[], limit: number) => Promise<readonly OfApp[]>;
}

/** Lets every app have a turn, however few of them can be served at a time. */
export interface Turns {
  /**
   * One claim after another, beginning after the app that was served last, until there is nothing left to give.
   *
   * @returns how much was taken
   */
  readonly serve: <Due extends OfApp>(due: readonly Due[], serving: Serving<Due>) => Promise<number>;
}

export function createTurns(): Turns {
  let served = '';
  return {
    serve: async (due, { left, claim }) => {
      const { before = [], after = [] } = Object.groupBy(due, ({ appId }) => (appId > served ? 'after' : 'before'));
      const waiting = [...byApp(after), ...byApp(before)];
      let taken = 0;
      for (let start = 0; start < waiting.length && left() > 0; start += appsPerClaim) {
        const apps = waiting.slice(start, start + appsPerClaim);
        const limit = left();
        const claimed = await claim(apps, limit);
        taken += claimed.length;
        const reached = new Set(claimed.map(({ appId }) => appId));
        const last = claimed.length < limit ? apps.at(-1) : apps.findLast(({ appId }) => reached.has(appId));
        served = last?.appId ?? served;
      }
      return taken;
    },
  };
}

const byApp = <Due extends OfApp>(due: readonly Due[]): readonly Due[] =>
  due.toSorted((a, b) => (a.appId < b.appId ? -1 : 1));
