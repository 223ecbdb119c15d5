import { readFileSync, writeFileSync } from 'node:fs';
import type { Finding } from './measurement.ts';
import type { Section } from './report.ts';
import type { BenchOptions } from './workbench.ts';

/** Content of docs/performance.json, from which the page and its chart are written. */
export interface RecordedResults {
  readonly options: BenchOptions;
  /** Machine and versions. */
  readonly facts: readonly (readonly [string, string])[];
  readonly sections: readonly Section[];
}

export const readResults = (file: string): RecordedResults => JSON.parse(readFileSync(file, 'utf8'));

export function writeResults(file: string, results: RecordedResults): void {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

/** A measurement that needs more processor time than before, in relation to its peer. */
export interface Regression {
  readonly what: string;
  /** CPU ratios. */
  readonly before: number;
  readonly now: number;
}

/** Fraction of processor time by which a measurement may exceed the recorded one. */
const tolerance = 0.15;

/**
 * Returns the measurements whose CPU ratio exceeds the recorded one by more than 15 %. The ratio to a peer on the same machine
 * is compared, because machines differ. The best round counts: other load of the machine only adds to it.
 */
export function regressionsAgainst(recorded: RecordedResults, measured: readonly Section[]): readonly Regression[] {
  const before = new Map(
    recorded.sections.flatMap(({ name, findings }) => findings.map((one) => [key(name, one), one])),
  );
  return measured.flatMap(({ name, findings }) =>
    findings.flatMap((finding) => {
      const limit = before.get(key(name, finding))?.cpu?.median;
      const now = finding.cpu?.low;
      if (limit === undefined || now === undefined || !(now > limit * (1 + tolerance))) return [];
      return [{ what: key(name, finding), before: limit, now }];
    }),
  );
}

/** Identifies a measurement in the results of several releases. */
const key = (name: string, { what }: Finding): string => `${name.toUpperCase()} ${what.split('; peer')[0]}`;
