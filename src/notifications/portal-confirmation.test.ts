import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  newAddress,
  startNotificationsService,
  type TestNotifications,
} from '../../contract-tests/fixtures/notifications/notifications-service.ts';
import { unwrap } from '../typed-contract/client.ts';

let service: TestNotifications;
beforeAll(async () => {
  service = await startNotificationsService();
});
afterAll(() => service.close());

/** Creates a developer with an app, as seen with a confirmation just now and with one of 601 seconds ago. */
async function developer() {
  const sub = newAddress();
  const now = service.clock.now().getTime() / 1000;
  const confirmed = async (ago: number) =>
    service.as(await service.issuer.token({ claims: { sub, auth_time: now - ago } }));
  const recent = await confirmed(0);
  const { appId } = unwrap(await recent.createApp({ body: { name: 'Coffee Corner' } }));
  return { path: { appId }, recent, old: await confirmed(601) };
}

const body = { url: 'http://127.0.0.1:4999/hook' };
const refused = { status: 401, body: { details: { reason: 'insufficient_user_authentication' } } };

test('notifications createApiKey: a confirmation more than ten minutes ago makes no API key', async () => {
  const { path, recent, old } = await developer();
  expect(await old.createApiKey({ path })).toMatchObject(refused);
  expect(unwrap(await recent.listApiKeys({ path })).keys).toEqual([]);
  expect((await recent.createApiKey({ path })).status).toBe(201);
});

test('notifications rotateWebhookKey: a confirmation more than ten minutes ago leaves the key as it is', async () => {
  const { path, recent, old } = await developer();
  const created = unwrap(await recent.setWebhook({ path, body }));
  expect(await old.rotateWebhookKey({ path })).toMatchObject(refused);
  const { previousPublicKey } = unwrap(await recent.rotateWebhookKey({ path }));
  expect(created).toMatchObject({ publicKey: previousPublicKey });
});

test('notifications setWebhook: a first registration makes a key and needs a recent confirmation, a change of the URL does not', async () => {
  const { path, recent, old } = await developer();
  expect(await old.setWebhook({ path, body })).toMatchObject(refused);
  expect((await recent.getWebhook({ path })).status).toBe(404);
  expect((await recent.setWebhook({ path, body })).status).toBe(201);
  const moved = { url: 'http://127.0.0.1:4998/hook' };
  expect(unwrap(await old.setWebhook({ path, body: moved }))).toMatchObject(moved);
});
