import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { createFailedFilesReporter } from './contract-tests/failed-files.ts';

/** `npm run test:browser`: pages in a real Chromium. */
export default defineConfig({
  test: {
    include: ['contract-tests/browser/**/*.test.ts'],
    // The services run inside the workers, which share their modules: a third less processor time than processes of their own.
    env: { TEST_IN_PROCESS: 'memory' },
    isolate: false,
    // Half of the time a test waits: for its page, for a webhook, for the next poll.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    reporters: ['default', createFailedFilesReporter()],
    testTimeout: 240_000,
    hookTimeout: 120_000,
    // A page on a loaded machine takes its time.
    expect: { poll: { timeout: 60_000 } },
  },
});
