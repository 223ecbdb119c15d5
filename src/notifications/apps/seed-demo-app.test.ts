import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { apiKeyHash, newApiKey } from '../api-keys/api-key.ts';
import type { NotificationsDatabase } from '../database.ts';
import { notificationsMigrations } from '../migrations/index.ts';
import { seedDemoApp } from './seed-demo-app.ts';
import { createApiKeyStore } from '../api-keys/api-key-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ area: 'notifications', migrations: notificationsMigrations });
});
afterAll(() => database.close());

test('demo app: it is created once with a working key, and later starts do not restore a revoked key', async () => {
  const dependencies = { now: () => new Date(), newId: () => randomUUID() };
  const demo = { appId: randomUUID(), ownerSub: null, name: 'Demo app', apiKey: newApiKey(randomBytes) };
  const keys = createApiKeyStore(database.as<NotificationsDatabase>());
  const working = () => keys.findWorking(apiKeyHash(demo.apiKey), new Date());
  await Promise.all([seedDemoApp(database, demo, dependencies), seedDemoApp(database, demo, dependencies)]);
  const key = await working();
  expect(key?.appId).toBe(demo.appId);
  await keys.revoke(demo.appId, key?.id ?? '', new Date());
  await seedDemoApp(database, demo, dependencies);
  expect(await working()).toBeUndefined();
  await expect(seedDemoApp(database, { ...demo, apiKey: 'ank_short' }, dependencies)).rejects.toThrow(/26 characters/);
});
