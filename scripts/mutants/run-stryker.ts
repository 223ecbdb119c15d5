import { spawn, spawnSync } from 'node:child_process';
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

/** Installed at the first use, because with its dependencies it is a tenth of all development tools. */
function installStryker(): void {
  if (existsSync('node_modules/@stryker-mutator/vitest-runner')) return;
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@10.1.1`);
  const { status } = spawnSync('npm', ['install', '--no-save', ...packages], { stdio: 'inherit' });
  if (status !== 0) throw new Error('StrykerJS could not be installed.');
}

function stryker(env: NodeJS.ProcessEnv, timeout: number): Promise<number | null> {
  installStryker();
  const config = resolve(import.meta.dirname, 'stryker.config.mjs');
  const child = spawn('stryker', ['run', config], { stdio: 'inherit', env: { ...process.env, ...env } });
  // StrykerJS then writes the results that it has.
  const timer = Number.isFinite(timeout) ? setTimeout(() => child.kill('SIGINT'), timeout) : undefined;
  return new Promise<number | null>((done, fail) => child.once('error', fail).once('exit', done)).finally(() =>
    clearTimeout(timer),
  );
}

/**
 * Further tests of each area, mostly over HTTP. Those that start the platform as another process do not see changes of
 * code in memory.
 */
const areaTests: Readonly<Record<string, readonly string[]>> = {
  // The rules of signed requests are used, and tested, by the client library.
  protocol: ['src/client/{access-token,http-signatures}/*.test.ts'],
  sso: [
    'contract-tests/rfc/*.test.ts',
    'src/web/device/*.test.ts',
    'contract-tests/areas/{console,revocation,sso-network,token-reach}.test.ts',
    'contract-tests/interop/web-bot-auth.test.ts',
  ],
  forum: ['contract-tests/areas/forum*.test.ts'],
  backend: ['contract-tests/areas/{backend,backend-tokens,document-backend}.test.ts'],
  notifications: ['contract-tests/areas/document-notifications.test.ts'],
};

/** Returns the test files that can notice a changed rule of src/protocol, or a changed handler of an area. */
export function testsOf(area: string): { include: string[]; exclude: string[] } {
  return {
    include: [`src/${area}/**/*.test.ts`, ...(areaTests[area] ?? [])],
    exclude: [
      // It reads source code, which is instrumented here.
      'src/protocol/portable.test.ts',
      // A minute of random histories; the tests of the operations notice the same changes.
      'src/sso/sessions/session-histories.test.ts',
      // It kills the provider.
      'contract-tests/rfc/status-list.test.ts',
    ],
  };
}

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
