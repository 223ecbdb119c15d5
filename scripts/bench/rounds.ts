import type { Spread } from './measurement.ts';

/**
 * Runs contenders alternately, so that other load of the machine affects all of them. The first round is a warm-up and is
 * discarded.
 *
 * @returns the results of each contender per round
 */
export async function inTurns<Name extends string, Result>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Readonly<Record<Name, Result[]>>> {
  const entries = Object.entries<() => Promise<Result>>(contenders);
  const results = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round <= rounds; round++) {
    // Rotates the order, so that no contender always follows the same one.
    const order = round % 2 === 0 ? entries : entries.toReversed();
    for (const [name, work] of order) {
      const result = await work();
      if (round > 0) results[name as Name].push(result);
    }
  }
  return results;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return Number.isInteger(middle)
    ? ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2
    : (sorted[Math.floor(middle)] ?? NaN);
}

/** Ratio per round, so that other load in a round affects both sides. */
export function ratioOf(ours: readonly number[], peer: readonly number[]): Spread {
  return spreadOf(ours.map((value, round) => value / (peer[round] ?? NaN)));
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}
