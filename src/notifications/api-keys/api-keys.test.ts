import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { unwrap } from '../../typed-contract/client.ts';
import {
  newAddress,
  startNotificationsService,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { apiKeyGrants, isApiKey, newApiKey } from './api-key.ts';
import { createApiKeyStore } from './api-key-store.ts';
import type { components } from '../../../generated/notifications/types.ts';

const hour = 3_600_000;
const day = 24 * hour;

const service = useStarted(startNotificationsService);

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

test('portal API keys: a new key of ank_ and 26 characters works at once, and each older one for its own 7 days [E8, E75, E76, E97]', async () => {
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

test('portal API keys: a revoked key fails at once, lists show prefixes only, and the database has hashes only [E76]', async () => {
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

/** An app of an owner, with a key that a developer made. */
async function appWithDeveloper() {
  const [owner, developer] = [newAddress(), newAddress()];
  const portal = await service.person(owner);
  const { appId } = unwrap(await portal.createApp({ body: { name: 'Shared' } }));
  unwrap(await portal.setMember({ path: { appId, sub: developer }, body: { role: 'developer' } }));
  const made = unwrap(await (await service.person(developer)).createApiKey({ path: { appId } }));
  const listed = async () => {
    const { keys } = unwrap(await (await service.person(owner)).listApiKeys({ path: { appId } }));
    return keys.find(({ keyId }) => keyId === made.keyId);
  };
  return { appId, owner, developer, portal, key: made.key, path: { appId, keyId: made.keyId }, listed };
}

test('portal API keys: a key names who made it, and ends 24 hours after that member was removed', async () => {
  const { appId, developer, portal, key, listed } = await appWithDeveloper();
  expect(await listed()).toMatchObject({ createdBy: developer, adoptable: false, expiresAt: null });
  expect((await portal.deleteMember({ path: { appId, sub: developer } })).status).toBe(204);
  const endsAt = new Date(service.clock.now().getTime() + day).toISOString();
  expect(await listed()).toMatchObject({ createdBy: developer, adoptable: true, expiresAt: endsAt });
  service.clock.advance(day - 1);
  expect(await works(key)).toBe(true);
  service.clock.advance(1);
  expect(await works(key)).toBe(false);
  expect(await listed()).toBeUndefined();
});

test('createApiKey: a member who was removed while the request ran makes no key', async () => {
  const { appId, developer, portal, listed } = await appWithDeveloper();
  unwrap(await portal.deleteMember({ path: { appId, sub: developer } }));
  const created = createApiKeyStore(service.db).create(
    {
      appId,
      id: randomUUID(),
      keyHash: randomUUID(),
      prefix: 'ank_TEST',
      createdAt: service.clock.now(),
      createdBy: developer,
      ...apiKeyGrants(),
    },
    { olderKeysExpireAt: service.clock.now(), maxKeys: 10 },
  );
  expect(await created).toBe('no_member');
  expect(await listed()).toMatchObject({ adoptable: true });
});

test('adoptApiKey: an owner keeps the key of a member who left, and becomes its maker', async () => {
  const { appId, owner, developer, key, path, listed } = await appWithDeveloper();
  expect((await (await service.person(developer)).deleteMember({ path: { appId, sub: developer } })).status).toBe(204);
  service.clock.advance(23 * hour);
  expect((await (await service.person(owner)).adoptApiKey({ path })).status).toBe(204);
  expect(await listed()).toMatchObject({ createdBy: owner, adoptable: false, expiresAt: null });
  service.clock.advance(2 * hour);
  expect(await works(key)).toBe(true);
  const adopted = await service.db
    .selectFrom('notifications.audit_events')
    .select('event')
    .where('app_id', '=', appId)
    .where('event', '=', 'api_key_adopted')
    .execute();
  expect(adopted).toHaveLength(1);
});

test('adoptApiKey: only owners, only keys whose maker left, and none that has ended or that a newer one replaced', async () => {
  const { appId, developer, portal, path } = await appWithDeveloper();
  const refusal = (status: number, reason: string) => ({ status, body: { details: { reason } } });
  expect(await portal.adoptApiKey({ path })).toMatchObject(refusal(409, 'key_not_adoptable'));
  const colleague = newAddress();
  unwrap(await portal.setMember({ path: { appId, sub: colleague }, body: { role: 'developer' } }));
  unwrap(await portal.deleteMember({ path: { appId, sub: developer } }));
  expect(await (await service.person(colleague)).adoptApiKey({ path })).toMatchObject(refusal(403, 'owner_required'));
  unwrap(await portal.createApiKey({ path: { appId } }));
  expect(await portal.adoptApiKey({ path })).toMatchObject(refusal(409, 'key_replaced'));
  expect((await portal.adoptApiKey({ path: { appId, keyId: randomUUID() } })).status).toBe(404);
  expect((await (await service.person(newAddress())).adoptApiKey({ path })).status).toBe(404);
});

test('portal API keys: a key that its maker had replaced before leaving keeps its 7 days', async () => {
  const { appId, developer, portal, key, listed } = await appWithDeveloper();
  unwrap(await (await service.person(developer)).createApiKey({ path: { appId } }));
  const { expiresAt } = (await listed()) ?? {};
  unwrap(await portal.deleteMember({ path: { appId, sub: developer } }));
  expect(await listed()).toMatchObject({ adoptable: false, expiresAt });
  service.clock.advance(7 * day - 1);
  expect(await works(key)).toBe(true);
});

async function appWithKey(body?: components['schemas']['CreateApiKeyRequest']) {
  const app = await service.createApp();
  const issued = unwrap(await app.portal.createApiKey({ path: app, ...(body && { body }) }));
  return { ...app, issued, client: senderWith(issued.key) };
}

test('API keys: without a body a key is live, has both scopes and no label', async () => {
  const { issued } = await appWithKey();
  expect(issued).toMatchObject({ scopes: ['send', 'read'], environment: 'live' });
  expect(issued).not.toHaveProperty('label');
});

test('API keys: a Content-Type without a body, which generated clients send, is no body', async () => {
  const token = await service.issuer.token({ claims: { sub: newAddress() } });
  const { appId } = unwrap(await service.as(token).createApp({ body: { name: 'Coffee Corner' } }));
  const response = await fetch(`${service.url}/api/v1/portal/apps/${appId}/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  expect([response.status, await response.json()]).toMatchObject([201, { environment: 'live' }]);
});

test('API keys: a new key rotates only keys of its label and environment', async () => {
  const { appId, portal } = await service.createApp();
  const path = { appId };
  const issue = async (body: components['schemas']['CreateApiKeyRequest']) =>
    unwrap(await portal.createApiKey({ path, body })).keyId;
  const orders = await issue({ label: 'Orders' });
  const test = await issue({ environment: 'test' });
  const expiring = async () =>
    unwrap(await portal.listApiKeys({ path }))
      .keys.filter(({ expiresAt }) => expiresAt !== null)
      .map(({ keyId }) => keyId);
  expect(await expiring()).toEqual([]);
  await issue({ label: 'Orders' });
  expect(await expiring()).toEqual([orders]);
  await issue({ environment: 'test', label: 'CI' });
  await issue({ environment: 'test' });
  expect((await expiring()).toSorted()).toEqual([orders, test].toSorted());
});

test('API keys: a key does only what its scopes allow', async () => {
  const { appId, client: sender, portal } = await appWithKey({ scopes: ['send'] });
  const reader = senderWith(unwrap(await portal.createApiKey({ path: { appId }, body: { scopes: ['read'] } })).key);
  const lacking = { status: 403, body: { code: 403, details: { reason: 'key_scope' } } };
  const testSend = { body: { sessionAddress: 'a', body: 'b', test: 'delivered' } };
  const { notificationId } = unwrap(await sender.sendNotification(testSend));
  expect(await reader.sendNotification(testSend)).toMatchObject(lacking);
  expect(await sender.listNotifications()).toMatchObject(lacking);
  expect(await sender.getNotification({ path: { notificationId } })).toMatchObject(lacking);
  expect((await reader.getNotification({ path: { notificationId } })).status).toBe(200);
  for (const client of [sender, reader])
    expect((await client.getConsent({ query: { sessionAddress: 'a' } })).status).toBe(200);
});

test('test environment: every send with a test key is a test send, also one without a scenario', async () => {
  const { appId, client, portal } = await appWithKey({ environment: 'test' });
  const { sub } = await service.recipient(appId);
  const real = { sessionAddress: sub, body: 'Hello' };
  const first = unwrap(await client.sendNotification({ body: real }));
  const second = unwrap(await client.sendNotification({ body: { ...real, test: 'clicked' } }));
  const unknown = unwrap(await client.sendNotification({ body: { ...real, test: 'unknown' } }));
  for (const { notificationId } of [first, second, unknown]) expect(notificationId).toMatch(/^ntf_test_/);
  expect(unwrap(await portal.getUsage({ path: { appId } })).counts).toEqual([]);
  const { status } = unwrap(await client.getNotification({ path: first }));
  expect(status).toBe('delivered');
});

test('test environment: a test key reads test sends only, a live key lists real ones, and its Idempotency-Keys are its own', async () => {
  const { appId, client: testClient, sender } = await appWithKey({ environment: 'test' });
  const { sub } = await service.recipient(appId);
  const body = { sessionAddress: sub, body: 'Hello' };
  const headers = { 'Idempotency-Key': 'order-7041' };
  const real = unwrap(await sender.sendNotification({ body, headers }));
  const testSend = unwrap(await testClient.sendNotification({ body, headers }));
  expect(testSend.notificationId).not.toBe(real.notificationId);
  expect(unwrap(await testClient.sendNotification({ body, headers }))).toEqual(testSend);
  expect((await testClient.getNotification({ path: real })).status).toBe(404);
  const listed = unwrap(await testClient.listNotifications()).notifications.map(({ notificationId }) => notificationId);
  expect(listed).toEqual([testSend.notificationId]);
  const listedBy = async (query: { test?: boolean }) =>
    unwrap(await sender.listNotifications({ query })).notifications.map(({ notificationId }) => notificationId);
  expect(await listedBy({})).toEqual([real.notificationId]);
  expect(await listedBy({ test: true })).toEqual([testSend.notificationId]);
  const both = unwrap(await testClient.listNotifications({ query: { test: false } })).notifications;
  expect(both.map(({ notificationId }) => notificationId)).toEqual([testSend.notificationId]);
});

test('API key: it is ank_ and 26 characters of Crockford base32, each of which depends on the random bytes', () => {
  const [zeros, ones] = [0x00, 0xff].map((byte) => newApiKey((length) => new Uint8Array(length).fill(byte)));
  expect([zeros, ones]).toEqual([`ank_${'0'.repeat(26)}`, `ank_${'Z'.repeat(26)}`]);
  expect([zeros, ones].every((key) => isApiKey(key ?? ''))).toBe(true);
});

test('API key: all characters of Crockford base32 are equally likely', () => {
  const firstCharacters = Array.from({ length: 256 }, (_, byte) =>
    newApiKey((length) => new Uint8Array(length).fill(byte)).charAt(4),
  );
  const counts = Map.groupBy(firstCharacters, (character) => character);
  expect(counts.size).toBe(32);
  expect([...counts.values()].every((same) => same.length === 8)).toBe(true);
});
