import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

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

/**
 * Runs StrykerJS over source files of an area.
 *
 * @returns the result of every mutant that compiles
 * @throws Error when the tests fail without a mutant
 */
export async function runStryker(area: string, files: readonly string[]): Promise<readonly MutantResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mutants-report-'));
  const report = join(folder, 'report.json');
  try {
    const code = await stryker({ MUTANTS_AREA: area, MUTANTS_FILES: files.join(','), MUTANTS_REPORT: report });
    if (code !== 0) throw new Error(`StrykerJS ended with ${code}: the tests of ${area} fail without a mutant?`);
    return resultsOf(JSON.parse(readFileSync(report, 'utf8')) as MutationReport);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

function stryker(env: NodeJS.ProcessEnv): Promise<number | null> {
  const config = resolve(import.meta.dirname, 'stryker.config.mjs');
  const child = spawn('stryker', ['run', config], { stdio: 'inherit', env: { ...process.env, ...env } });
  return new Promise((done, fail) => child.once('error', fail).once('exit', done));
}
