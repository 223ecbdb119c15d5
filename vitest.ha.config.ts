import { defineConfig } from 'vitest/config';

/** `npm run test:ha`: a cluster of PostgreSQL loses its primary under load. Needs patroni, etcd, haproxy and PostgreSQL 15. */
export default defineConfig({
  test: {
    include: ['contract-tests/high-availability/**/*.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Prints the time of each recovery while the test runs.
    disableConsoleIntercept: true,
  },
});
