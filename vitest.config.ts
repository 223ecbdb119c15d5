import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Milliseconds; long enough for a slow machine, because no test measures time. */
const timeouts = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** `npm run test:postgres` and `npm run test:scale` set TEST_DATABASE_URL. */
const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

/** Tests of React code, which need a document of their own. */
const withDom = ['src/**/*.test.tsx', 'src/client/sso/react/*.test.ts'];

export default defineConfig({
  test: {
    // More workers than cores: most tests wait for a process or a database.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
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
          ...timeouts,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['contract-tests/**/*.test.ts'],
          // These need more than Node and have their own commands.
          exclude: [
            'contract-tests/{browser,examples,high-availability}/**',
            ...(onServer ? [] : ['contract-tests/{races,scale}/**']),
          ],
          ...timeouts,
        },
      },
    ],
  },
});
