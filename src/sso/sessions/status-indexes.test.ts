import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import type { SsoDatabase } from '../database.ts';
import { ssoMigrations } from '../migrations/index.ts';
import { createSessionStore } from './session-store.ts';

test('sso sessions: processes that reserve indexes of the status lists at once share none', async () => {
  const database = await createTestDatabase({ area: 'sso', migrations: ssoMigrations });
  const [one, other] = [createSessionStore(database.as<SsoDatabase>()), createSessionStore(database.as<SsoDatabase>())];
  const reserved = await Promise.all(
    Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? one : other).reserveStatusIndex()),
  );
  expect(new Set(reserved).size).toBe(100);
  await database.close();
});
