import { defineConfig } from 'vitest/config';
import { testsOf } from './mutant-tests.ts';

// Services of area tests start in this process, whose code has the mutants.
process.env['TEST_IN_PROCESS'] = '1';

/** Runs the tests of the area in MUTANTS_AREA, as StrykerJS changes its code in memory. */
export default defineConfig({
  test: {
    ...testsOf(process.env['MUTANTS_AREA'] ?? ''),
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
