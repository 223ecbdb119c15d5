import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { unwrap } from '../../typed-contract/client.ts';
import {
  startNotificationsService,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';

const day = 24 * 3_600_000;

let service: TestNotifications;
beforeAll(async () => {
  service = await startNotificationsService();
});
afterAll(() => service.close());

const senderWith = (key: string) =>
  createNotificationsClient({ baseUrl: service.url, headers: { 'x-platform-notifications-key': key } });

const works = async (key: string): Promise<boolean> =>
  (await senderWith(key).getConsent({ query: { sessionAddress: 'anybody' } })).status === 200;

const ownerOf = async (appId: string): Promise<string> => {
  const row = await service.db
    .selectFrom('notifications.apps')
    .select('owner_sub')
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
  return row.owner_sub ?? '';
};

test('portal API keys: a new key of ank_ and 26 characters works at once, and each older one for its own 7 days', async () => {
  const { appId, key: first, portal } = await service.createApp();
  expect(first).toMatch(/^ank_[0-9A-HJKMNP-TV-Z]{26}$/);
  const issue = async () => unwrap(await portal.createApiKey({ path: { appId } })).key;
  const second = await issue();
  service.clock.advance(day);
  // The developer's access token has expired by now.
  const owner = await service.issuer.token({ claims: { sub: await ownerOf(appId) } });
  const third = unwrap(await service.as(owner).createApiKey({ path: { appId } })).key;
  const state = async () => [await works(first), await works(second), await works(third)];
  expect(await state()).toEqual([true, true, true]);
  service.clock.advance(6 * day - 1);
  expect(await state()).toEqual([true, true, true]);
  service.clock.advance(1);
  expect(await state()).toEqual([false, true, true]);
  service.clock.advance(day);
  expect(await state()).toEqual([false, false, true]);
});

test('portal API keys: pages list every key once, newest first', async () => {
  const { appId, portal } = await service.createApp();
  for (let count = 0; count < 4; count++) {
    service.clock.advance(1);
    unwrap(await portal.createApiKey({ path: { appId } }));
  }
  const all = unwrap(await portal.listApiKeys({ path: { appId } }));
  expect([all.keys.length, all.nextCursor]).toEqual([5, null]);
  const listed: (typeof all.keys)[number][] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor && { cursor }) };
    const page = unwrap(await portal.listApiKeys({ path: { appId }, query }));
    listed.push(...page.keys);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(listed).toEqual(all.keys);
  expect(listed).toEqual(listed.toSorted((one, two) => two.createdAt.localeCompare(one.createdAt)));
  expect((await portal.listApiKeys({ path: { appId }, query: { cursor: 'mine' } })).status).toBe(400);
});

test('portal API keys: a revoked key fails at once, lists show prefixes only, and the database has hashes only', async () => {
  const { appId, key, portal } = await service.createApp();
  expect(await works(key)).toBe(true);
  const [listed] = unwrap(await portal.listApiKeys({ path: { appId } })).keys;
  expect(listed).toMatchObject({
    prefix: key.slice(0, 8),
    expiresAt: null,
    lastUsedAt: service.clock.now().toISOString(),
  });
  const rows = await service.db.selectFrom('notifications.api_keys').selectAll().where('app_id', '=', appId).execute();
  expect(JSON.stringify(rows)).not.toContain(key.slice(8));
  const path = { appId, keyId: listed?.keyId ?? '' };
  expect((await portal.revokeApiKey({ path })).status).toBe(204);
  expect((await portal.revokeApiKey({ path })).status).toBe(404);
  expect(await works(key)).toBe(false);
});
