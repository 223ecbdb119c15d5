import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { createFailedFilesReporter } from './contract-tests/failed-files.ts';

// The programs that tests start find their code compiled.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

/** `npm run test:gateway`: the gateway behind real proxies, in front of services in Python and Go. */
export default defineConfig({
  test: {
    include: ['contract-tests/gateway/**/*.test.ts'],
    reporters: ['default', createFailedFilesReporter()],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
