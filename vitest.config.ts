import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { createFailedFilesReporter } from './contract-tests/failed-files.ts';
import { domTests, inProcessTests, systemTests } from './contract-tests/test-groups.ts';

// Workers and the programs that they start find their code compiled: most programs spend their time compiling.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');

/** Milliseconds; long enough for a slow machine, because no test measures time. */
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** `npm run test:postgres` and `npm run test:scale` set TEST_DATABASE_URL. */
const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

/** On a server, all tests start the platform as a process of its own. */
const inProcess = onServer ? [] : [...inProcessTests];

export default defineConfig({
  test: {
    // More workers than cores: tests of programs wait for processes.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    reporters: ['default', createFailedFilesReporter()],
    projects: [
      {
        test: {
          name: 'in-process',
          include: ['src/**/*.test.ts', ...inProcess],
          // Filling large tables takes a minute; the plans that matter are those of a server.
          exclude: [...domTests, ...(onServer ? [] : ['src/**/large-tables.test.ts'])],
          env: { TEST_IN_PROCESS: 'memory' },
          // The files of a worker share the modules and the compiled embedded database: loading them took half of the time.
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'dom',
          include: [...domTests],
          environment: 'happy-dom',
          isolate: false,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'programs',
          include: ['cli/**/*.test.ts', 'scripts/**/*.test.ts', 'contract-tests/**/*.test.ts'],
          exclude: [
            ...inProcess,
            // These need more than Node and have their own commands.
            ...systemTests,
            'contract-tests/{browser,examples,gateway,high-availability,outside,relying-parties}/**',
            ...(onServer ? [] : ['contract-tests/{databases,races,scale}/**']),
            ...(process.env['TEST_CITUS'] === undefined ? ['contract-tests/citus/**'] : []),
          ],
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
