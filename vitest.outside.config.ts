import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { createFailedFilesReporter } from './contract-tests/failed-files.ts';

/** `npm run test:outside`: what ships, packed once and used in empty folders away from the repository. */
export default defineConfig({
  test: {
    include: ['contract-tests/outside/**/*.test.ts'],
    globalSetup: 'contract-tests/outside/artefacts.ts',
    // Installing waits for the registry.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    reporters: ['default', createFailedFilesReporter()],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
