import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  newAddress,
  startNotificationsService,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import type { components } from '../../../generated/notifications/types.ts';
import { unwrap } from '../../typed-contract/client.ts';

let service: TestNotifications;
beforeAll(async () => {
  service = await startNotificationsService();
});
afterAll(() => service.close());

const clientOf = (key: string) =>
  createNotificationsClient({ baseUrl: service.url, headers: { 'x-platform-notifications-key': key } });

async function appWithKey(body?: components['schemas']['CreateApiKeyRequest']) {
  const app = await service.createApp();
  const issued = unwrap(await app.portal.createApiKey({ path: app, ...(body && { body }) }));
  return { ...app, issued, client: clientOf(issued.key) };
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
  const reader = clientOf(unwrap(await portal.createApiKey({ path: { appId }, body: { scopes: ['read'] } })).key);
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
