import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', include: ['src/**/*.test.{ts,tsx}', 'cli/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      {
        test: {
          name: 'contract',
          include: ['contract-tests/**/*.test.ts'],
          // These need more than Node; each has a command of its own.
          exclude: ['contract-tests/{browser,fuzz}/**', 'contract-tests/interop/python-client.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
