/** Values of the rounds. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** How often contenders run. */
export interface Rounds {
  /** Number of measured rounds. */
  readonly rounds: number;
  /** Number of rounds before them: just-in-time compilers need many. */
  readonly warmUpRounds: number;
}

/** Runs contenders alternately, so that other load of the machine affects all of them. @returns their results by round */
export async function runRounds<Contenders extends Readonly<Record<string, () => Promise<unknown>>>>(
  { rounds, warmUpRounds }: Rounds,
  contenders: Contenders,
): Promise<Results<Contenders>> {
  const entries = Object.entries(contenders);
  const results = new Map(entries.map(([name]): [string, unknown[]] => [name, []]));
  for (let round = -warmUpRounds; round < rounds; round++) {
    // Every second round is in reverse, so that no contender always follows the same one.
    const order = round % 2 === 0 ? entries : entries.toReversed();
    for (const [name, work] of order) {
      const result = await work();
      if (round >= 0) results.get(name)?.push(result);
    }
  }
  return Object.fromEntries(results) as Results<Contenders>;
}

/** Results of each contender; of one that was left out, none. */
type Results<Contenders> = {
  readonly [Name in keyof Contenders]: Result<NonNullable<Contenders[Name]>>[];
};
type Result<Work> = Work extends () => Promise<infer RoundResult> ? RoundResult : never;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
    : (sorted[Math.floor(middle)] ?? NaN);
}

/** @param share of the values that are at most the result, 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Ratio per round, so that other load in a round affects both sides. */
export function ratioOf(ours: readonly number[], peer: readonly number[]): Spread {
  return spreadOf(ours.map((value, round) => value / (peer[round] ?? NaN)));
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}
