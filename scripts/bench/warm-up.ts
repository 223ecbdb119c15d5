/** Cost of some work: processor time, in any unit. */
export interface WorkCost {
  readonly cpu: number;
}

/** How long a contender was warmed up. */
export interface WarmUp {
  readonly name: string;
  readonly rounds: number;
  /** False when its cost still changed after the last allowed round. */
  readonly flat: boolean;
}

/** Fraction by which the cost of flat work changes. */
const tolerance = 0.03;

/**
 * Returns whether the cost of repeated work has stopped changing: the mean of the last two rounds differs by less than 3 % from
 * that of the two before. Just-in-time compilers need many rounds, and one round alone can be noise.
 */
export function isFlat(costs: readonly number[]): boolean {
  const [third, second, first, last] = costs.slice(-4);
  if (third === undefined || second === undefined || first === undefined || last === undefined) return false;
  return Math.abs((first + last) / (third + second) - 1) < tolerance;
}

/** Repeats contenders alternately until the cost of each is flat, at most `limit` times. */
export async function warmUp(
  limit: number,
  contenders: readonly (readonly [name: string, work: () => Promise<WorkCost>])[],
): Promise<readonly WarmUp[]> {
  const costs = contenders.map((): number[] => []);
  for (let round = 0; round < limit; round++) {
    for (const [index, [, work]] of contenders.entries()) {
      const own = costs[index] ?? [];
      if (!isFlat(own)) own.push((await work()).cpu);
    }
  }
  return contenders.map(([name], index) => {
    const own = costs[index] ?? [];
    return { name, rounds: own.length, flat: isFlat(own) };
  });
}

/** Formats warm-ups for a reader. */
export function warmUpText(warmUps: readonly WarmUp[]): string {
  return warmUps.map(({ name, rounds, flat }) => `${name} ${rounds}${flat ? '' : ' (not flat)'}`).join(', ');
}
