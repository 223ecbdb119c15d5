import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { createFailedFilesReporter } from './contract-tests/failed-files.ts';
import { inProcessTests, systemTests } from './contract-tests/test-groups.ts';

// Workers and the programs that they start find their code compiled: most programs spend their time compiling.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

/** Milliseconds; long enough for a slow machine, because no test measures time. */
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** `npm run test:postgres` and `npm run test:scale` set TEST_DATABASE_URL. */
const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

/** On a server, all tests start the platform as a process of its own. */
const inProcess = onServer ? [] : [...inProcessTests];

/** Tests of React code, which need a document of their own. */
const withDom = ['src/**/*.test.tsx', 'src/client/sso/react/*.test.ts'];

export default defineConfig({
  test: {
    // More workers than cores: most tests wait for a process or a database.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    reporters: ['default', createFailedFilesReporter()],
    projects: [
      {
        test: {
          name: 'rules',
          include: ['src/**/*.test.ts'],
          exclude: [...withDom],
          // The files of a worker share the modules: loading them again for every file took half of the time.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'programs',
          include: [...withDom, 'cli/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...systemTests],
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['contract-tests/**/*.test.ts'],
          exclude: [
            ...inProcess,
            // These need more than Node and have their own commands.
            ...systemTests,
            'contract-tests/{browser,examples,high-availability}/**',
            ...(onServer ? [] : ['contract-tests/{races,scale}/**']),
          ],
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'in-process',
          include: inProcess,
          env: { TEST_IN_PROCESS: 'memory' },
          // A second platform in the process finds its modules and the embedded database compiled.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: { name: 'system', include: [...systemTests], ...timeouts },
      },
    ],
  },
});
