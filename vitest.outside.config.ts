import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { createFailedFilesReporter } from './contract-tests/failed-files.ts';

/** `npm run test:outside`: what is published, installed by npm in empty folders away from the repository. */
export default defineConfig({
  test: {
    include: ['contract-tests/outside/**/*.test.ts'],
    // Installing waits for the registry.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    reporters: ['default', createFailedFilesReporter()],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
