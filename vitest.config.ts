import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Generous, milliseconds: a slow machine is no failed promise. Nothing is measured by a test. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

/** `npm run test:postgres` and `npm run test:scale` say where their server is. */
const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

export default defineConfig({
  test: {
    // More than there are cores: most tests wait for a process or a database.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          name: 'rules',
          include: ['src/**/*.test.{ts,tsx}', 'cli/**/*.test.ts', 'scripts/**/*.test.ts'],
          ...patience,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['contract-tests/**/*.test.ts'],
          // These need more than Node, and have commands of their own.
          exclude: ['contract-tests/browser/**', ...(onServer ? [] : ['contract-tests/{races,scale}/**'])],
          ...patience,
        },
      },
    ],
  },
});
