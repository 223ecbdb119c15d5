/** Lets everybody have a turn, however few of them can be served at a time. */
export interface Turns {
  /** Those who want one, in the order in which they get it: beginning after the last one who was served. */
  readonly inOrder: <Wanting extends { readonly appId: string }>(wanting: readonly Wanting[]) => readonly Wanting[];
  readonly served: (appId: string) => void;
}

export function createTurns(): Turns {
  let last = '';
  return {
    inOrder: (wanting) => {
      const { before = [], after = [] } = Object.groupBy(wanting, ({ appId }) => (appId > last ? 'after' : 'before'));
      return [...byApp(after), ...byApp(before)];
    },
    served: (appId) => {
      last = appId;
    },
  };
}

const byApp = <Wanting extends { readonly appId: string }>(wanting: readonly Wanting[]): readonly Wanting[] =>
  wanting.toSorted((a, b) => (a.appId < b.appId ? -1 : 1));
