import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

export interface MutantResult {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Mutator and replacement, for people. */
  readonly change: string;
  readonly killed: boolean;
}

/** The members of a mutation testing report (mutation-testing-report-schema) that are read here. */
interface MutationReport {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly mutants: readonly {
          readonly status: string;
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly location: { readonly start: { readonly line: number } };
        }[];
      }
    >
  >;
}

export interface MutantRun {
  /** Results of all mutants that were tested, in this run or an earlier one. */
  readonly results: readonly MutantResult[];
  /** False when the time ended before all mutants were tested. */
  readonly complete: boolean;
}

/**
 * Runs StrykerJS over source files of an area. Results are kept in `reports/mutants`, and a mutant is tested again only when
 * its code or its tests have changed.
 *
 * @param timeout milliseconds, after which the run is interrupted; a later run continues it
 * @throws Error when the tests fail without a mutant
 */
export async function runStryker(area: string, files: readonly string[], timeout: number): Promise<MutantRun> {
  const report = `reports/mutants/${area}.json`;
  const before = existsSync(report) ? statSync(report).mtimeMs : 0;
  const code = await stryker({ MUTANTS_FILES: files.join(','), MUTANTS_AREA: area, MUTANTS_REPORT: report }, timeout);
  if (!existsSync(report) || statSync(report).mtimeMs === before)
    throw new Error(`StrykerJS ended with ${code} and no report: the tests of ${area} fail without a mutant?`);
  const results = resultsOf(JSON.parse(readFileSync(report, 'utf8')) as MutationReport);
  return { results: results.filter(({ file }) => files.includes(file)), complete: code === 0 };
}

/** Reads results from a report. A mutant is killed when a test fails, or runs into its timeout. */
export function resultsOf({ files }: MutationReport): readonly MutantResult[] {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status))
      .map(({ status, mutatorName, replacement, location }) => ({
        file,
        line: location.start.line,
        change: `${mutatorName}: ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 80)}`,
        killed: status === 'Killed' || status === 'Timeout',
      })),
  );
}

function stryker(env: NodeJS.ProcessEnv, timeout: number): Promise<number | null> {
  const config = resolve(import.meta.dirname, 'stryker.config.mjs');
  const child = spawn('stryker', ['run', config], { stdio: 'inherit', env: { ...process.env, ...env } });
  // StrykerJS then writes the results that it has.
  const timer = Number.isFinite(timeout) ? setTimeout(() => child.kill('SIGINT'), timeout) : undefined;
  return new Promise<number | null>((done, fail) => child.once('error', fail).once('exit', done)).finally(() =>
    clearTimeout(timer),
  );
}
