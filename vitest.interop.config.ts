import { defineConfig } from 'vitest/config';
import { createFailedFilesReporter } from './contract-tests/failed-files.ts';

/** `npm run test:interop`: relying parties of other projects, installed and configured as docs/guides/relying-parties says. */
export default defineConfig({
  test: {
    include: ['contract-tests/relying-parties/**/*.test.ts'],
    reporters: ['default', createFailedFilesReporter()],
    // Installs and builds.
    testTimeout: 900_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
