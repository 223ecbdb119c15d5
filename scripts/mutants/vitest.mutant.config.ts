import { defineConfig } from 'vitest/config';
import { testsOf } from './run-stryker.ts';

// Services of area tests start in this process, whose code has the mutants.
process.env['TEST_IN_PROCESS'] = 'memory';

/** Runs the tests of the area in MUTANTS_AREA, as StrykerJS changes its code in memory. */
export default defineConfig({
  test: {
    ...testsOf(process.env['MUTANTS_AREA'] ?? ''),
    // StrykerJS starts a worker for every change; the files of a run share its modules.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
