import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { apiKeyGrants } from './api-key.ts';
import { createApiKeyStore } from './api-key-store.ts';
import { unwrap } from '../../typed-contract/client.ts';
import {
  startNotificationsService,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';

const hour = 3_600_000;
const day = 24 * hour;

let service: TestNotifications;
beforeAll(async () => {
  service = await startNotificationsService();
});
afterAll(() => service.close());

const newAddress = () => randomUUID().replaceAll('-', '');

const works = async (key: string): Promise<boolean> => {
  const headers = { 'x-platform-notifications-key': key };
  const sender = createNotificationsClient({ baseUrl: service.url, headers });
  return (await sender.getConsent({ query: { sessionAddress: 'anybody' } })).status === 200;
};

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
