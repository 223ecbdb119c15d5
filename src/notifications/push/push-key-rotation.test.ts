import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, afterEach, expect, test } from 'vitest';
import {
  testBrowser,
  vapidClaims,
  type Receiver,
  startReceiver,
} from '../../../contract-tests/fixtures/client/receiver.ts';
import {
  startNotificationsService,
  type TestApp,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { expiredRowDeletions } from '../delete-expired-store.ts';
import { createPushKeyStore, firstPushKeyId, openVapidKeyring, rotateVapidKey } from './push-key-store.ts';

const hour = 3_600_000;
const day = 24 * hour;
const unknownKey = `B${'A'.repeat(86)}`;

let service: TestNotifications;
let app: TestApp;
let pushServices: Receiver[] = [];
beforeEach(async () => {
  service = await startNotificationsService();
  app = await service.createApp();
});
afterEach(() => service.close());
afterAll(() => Promise.all(pushServices.map((pushService) => pushService.close())));

const keyStore = () => createPushKeyStore(service.db);
const rotate = () =>
  rotateVapidKey(keyStore(), { masterKey: service.masterKey, id: randomUUID(), now: service.clock.now() });

/** A person with a browser, which is not registered yet. */
async function newBrowser() {
  const { sub } = await service.recipient(app.appId);
  const pushService = await startReceiver(() => ({ status: 201 }));
  pushServices = [...pushServices, pushService];
  const browser = testBrowser();
  const subscription = browser.subscription(pushService.url);
  // Tokens end before most of these tests do.
  const host = () => service.person(sub);
  const publishedKey = async () => unwrap(await (await host()).getPushKey()).publicKey;
  /** Registers the subscription, by default like a client that does not name the key. */
  const register = async (publicKey?: string) =>
    (await host()).createDevice({
      body: { transport: 'web-push', subscription, ...(publicKey !== undefined && { publicKey }) },
    });
  /** Sends a push, an hour after the previous one. @returns the key that the push service verified its sender with */
  const signingKey = async () => {
    const count = pushService.received.length + 1;
    service.clock.advance(hour);
    unwrap(await app.sender.sendNotification({ body: { sessionAddress: sub, body: `Number ${count}` } }));
    const request = (await pushService.until(count))[count - 1];
    if (!request) throw new Error('No push came.');
    expect(JSON.parse(browser.decrypt(request.body))).toMatchObject({ body: `Number ${count}` });
    return vapidClaims(request).key;
  };
  return { sub, host, subscription, publishedKey, register, signingKey };
}

async function deleteExpired(): Promise<void> {
  for (const deletion of expiredRowDeletions(service.db, service.clock.now)) await deletion(1000);
}

const storedKeys = async () => (await keyStore().listUses()).map(({ publicKey, devices }) => ({ publicKey, devices }));

test('VAPID rotation: each push is signed with the key that its device subscribed with, in the same process', async () => {
  const earlier = await newBrowser();
  const first = await earlier.publishedKey();
  unwrap(await earlier.register(first));
  expect(await earlier.signingKey()).toBe(first);

  await rotate();
  const later = await newBrowser();
  const second = await later.publishedKey();
  expect(second).not.toBe(first);
  unwrap(await later.register(second));
  expect(await later.signingKey()).toBe(second);
  expect(await earlier.signingKey()).toBe(first);
  expect(await storedKeys()).toEqual([
    { publicKey: second, devices: 1 },
    { publicKey: first, devices: 1 },
  ]);
});

test('VAPID rotation: a subscription without a named key has the current key, and keeps it when it is registered again', async () => {
  const browser = await newBrowser();
  const first = await browser.publishedKey();
  unwrap(await browser.register());
  await rotate();
  unwrap(await browser.register());
  expect(await browser.signingKey()).toBe(first);

  // The browser now belongs to another person.
  const other = await service.recipient(app.appId);
  const { subscription } = browser;
  unwrap(await other.host.createDevice({ body: { transport: 'web-push', subscription } }));
  expect(await storedKeys()).toMatchObject([{ devices: 0 }, { publicKey: first, devices: 1 }]);
});

test('VAPID rotation: a device of an earlier version uses the first key, which does not end before it', async () => {
  const browser = await newBrowser();
  const first = await browser.publishedKey();
  unwrap(await browser.register(first));
  await service.db.updateTable('notifications.devices').set({ push_key_id: null }).execute();
  await rotate();
  service.clock.advance(2 * day);
  await deleteExpired();
  unwrap(await browser.register());
  expect(await browser.signingKey()).toBe(first);
  expect(await service.db.selectFrom('notifications.devices').select('push_key_id').execute()).toEqual([
    { push_key_id: firstPushKeyId },
  ]);
});

test('VAPID rotation: a browser that subscribes again with the new key gets pushes signed with it', async () => {
  const browser = await newBrowser();
  unwrap(await browser.register(await browser.publishedKey()));
  await rotate();
  const second = await browser.publishedKey();
  expect((await browser.register(second)).status).toBe(200);
  expect(await browser.signingKey()).toBe(second);
});

test('VAPID rotation: a replaced key ends a day later when no device uses it, and the current one never', async () => {
  const browser = await newBrowser();
  const first = await browser.publishedKey();
  const { deviceId } = unwrap(await browser.register(first));
  await rotate();
  const second = await browser.publishedKey();
  service.clock.advance(day);
  await deleteExpired();
  expect(await storedKeys()).toHaveLength(2);

  unwrap(await (await browser.host()).deleteDevice({ path: { deviceId } }));
  await rotate();
  const third = await browser.publishedKey();
  await deleteExpired();
  // The second key may still be in the cache of a browser.
  expect(await storedKeys()).toEqual([
    { publicKey: third, devices: 0 },
    { publicKey: second, devices: 0 },
  ]);
  service.clock.advance(day);
  await deleteExpired();
  expect(await storedKeys()).toEqual([{ publicKey: third, devices: 0 }]);

  expect(await browser.register(first)).toMatchObject({
    status: 400,
    body: { code: 1001, details: { field: 'publicKey', reason: 'unknown_key' } },
  });
  // A start does not create the first key again.
  const keyring = await openVapidKeyring(keyStore(), service.masterKey, service.clock.now());
  expect(await keyring.currentPublicKey()).toBe(third);
  expect(await keyring.find(firstPushKeyId)).toBeUndefined();
});

test.each([unknownKey, 'short', ''])('VAPID rotation: a device with the key "%s" is refused', async (publicKey) => {
  const browser = await newBrowser();
  expect(await browser.register(publicKey)).toMatchObject({ status: 400, body: { code: 1001 } });
  expect(await storedKeys()).toMatchObject([{ devices: 0 }]);
});

test('VAPID rotation: of two rotations at a time there is one current key, and no device loses its own', async () => {
  await Promise.allSettled([rotate(), rotate(), rotate()]);
  const uses = await keyStore().listUses();
  expect(uses.filter(({ replacedAt }) => replacedAt === null)).toHaveLength(1);
  expect(uses.length).toBeGreaterThan(1);
});
