import type { MutantResult } from './run-stryker.ts';

/** Folders whose code is changed, and the share of changes that tests have to notice, percent. */
export const mutatedAreas = [
  { area: 'protocol', pattern: 'src/protocol/*.ts', threshold: 85 },
  ...['sso', 'forum', 'backend', 'notifications'].map((area) => ({
    area,
    pattern: `src/${area}/**/*.ts`,
    threshold: 75,
  })),
] as const;

/** SQL, which other tests check on a database, and files that only put the parts of an area together. */
const untouched =
  /\.test\.ts$|[-/]store\.ts$|\/(?:store|tables|migrations)\/|\/(?:service|context|handler|operations|stores|database|index)\.ts$/;

/** Returns whether the code of a file is changed: a rule or a handler. */
export const isMutated = (file: string): boolean => !untouched.test(file);

export interface Score {
  readonly killed: number;
  readonly total: number;
  /** Percent; 100 without mutants. */
  readonly score: number;
}

/** Returns the share of noticed changes. */
export function scoreOf(results: readonly Pick<MutantResult, 'killed'>[]): Score {
  const killed = results.filter((result) => result.killed).length;
  return { killed, total: results.length, score: results.length === 0 ? 100 : (100 * killed) / results.length };
}

/** Returns `count` values spread evenly over a list, so that a sample repeats; all when there are fewer. */
export function evenSample<T>(values: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, values.length / count);
  return Array.from({ length: Math.min(count, values.length) }, (_, index) => values[Math.floor(index * step)]).filter(
    (value) => value !== undefined,
  );
}
