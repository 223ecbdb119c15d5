import type { MutantResult } from './run-mutants.ts';

/** Required share of noticed mutants, percent, by folder. */
export const thresholds = [
  { name: 'protocol rules', pattern: 'src/protocol/*.ts', folder: /^src\/protocol\//, threshold: 85 },
  { name: 'handlers', pattern: 'src/*/operations/*.ts', folder: /^src\/\w+\/operations\//, threshold: 75 },
] as const;

export interface Score {
  readonly name: string;
  readonly killed: number;
  readonly total: number;
  /** Percent. */
  readonly score: number;
  readonly threshold: number;
}

/** Returns the score of each folder that has results. */
export function scoresOf(results: readonly Pick<MutantResult, 'file' | 'killed'>[]): readonly Score[] {
  return thresholds.flatMap(({ name, folder, threshold }) => {
    const own = results.filter(({ file }) => folder.test(file));
    const killed = own.filter((result) => result.killed).length;
    return own.length === 0 ? [] : [{ name, killed, total: own.length, score: (100 * killed) / own.length, threshold }];
  });
}
