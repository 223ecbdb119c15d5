import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { createFailedFilesReporter } from './contract-tests/failed-files.ts';

/** `npm run test:examples`: docs/examples, installed from the npm registry, in a real Chromium. */
export default defineConfig({
  test: {
    include: ['contract-tests/examples/**/*.test.ts'],
    // Installing waits for the registry, and a page for its polls.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    reporters: ['default', createFailedFilesReporter()],
    testTimeout: 240_000,
    // Installs and builds.
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
