import { tmpdir } from 'node:os';
import { join } from 'node:path';

// `scripts/mutants/run-stryker.ts` sets both.
const { MUTANTS_AREA = '', MUTANTS_FILES = '', MUTANTS_REPORT = '' } = process.env;

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutants/vitest.mutant.config.ts', related: false },
  mutate: MUTANTS_FILES.split(','),
  reporters: ['progress-append-only'],
  // Written when the run ends or is interrupted; read by the next run.
  incremental: true,
  incrementalFile: MUTANTS_REPORT,
  coverageAnalysis: 'perTest',
  // A change that loading a module evaluates runs every test of the area: of handlers they took nine tenths of the time.
  ignoreStatic: MUTANTS_AREA !== 'protocol',
  concurrency: 1,
  // Milliseconds that a run may take longer than it took without a mutant.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  // Vitest does not check types.
  disableTypeChecks: false,
  symlinkNodeModules: true,
  tempDirName: join(tmpdir(), `mutants-${process.pid}`),
  allowEmpty: false,
  logLevel: 'warn',
};
