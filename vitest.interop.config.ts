import { defineConfig } from 'vitest/config';

/** `npm run test:interop`: stock clients, those of other languages included. */
export default defineConfig({
  test: { include: ['contract-tests/interop/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 300_000 },
});
