import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../typed-contract/client.ts';
import { parseEd25519Hex } from '../../protocol/ed25519-key.ts';
import { verifyNotificationSignature } from '../../protocol/webhook-signature.ts';
import {
  startNotificationsService,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { type ReceivedRequest, startReceiver } from '../../../contract-tests/fixtures/client/receiver.ts';

let service: TestNotifications;
beforeAll(async () => {
  service = await startNotificationsService();
});
afterAll(() => service.close());

const ownerOf = async (appId: string): Promise<string> => {
  const row = await service.db
    .selectFrom('notifications.apps')
    .select('owner_sub')
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
  return row.owner_sub ?? '';
};

test.each([
  ['http://example.com/hook', 'https_required'],
  ['https://127.0.0.2/hook', 'address_not_public'],
  ['https://10.1.2.3/hook', 'address_not_public'],
  ['https://[::1]/hook', 'address_not_public'],
  ['https://169.254.169.254/latest', 'address_not_public'],
  ['https://localhost/hook', undefined],
  ['https://user:secret@example.com/hook', 'credentials_in_url'],
  [`https://example.com/${'x'.repeat(2048)}`, 'maxLength'],
  ['ftp://example.com/hook', 'https_required'],
  ['hook', 'format'],
])('portal webhook: the URL %s has the violation %s', async (url, reason) => {
  const { appId, portal } = await service.createApp();
  const response = await portal.setWebhook({ path: { appId }, body: { url } });
  if (reason === undefined) expect(response.status).toBe(201);
  else expect(response).toMatchObject({ status: 400, body: { code: 1001, details: { field: 'url', reason } } });
});

test('portal webhook: the public key is returned at creation and rotation only, and the new key signs at once', async () => {
  const { appId, portal } = await service.createApp();
  const receiver = await startReceiver();
  const path = { appId };
  const created = await portal.setWebhook({ path, body: { url: receiver.url } });
  if (created.status !== 201) throw new Error('The webhook was there already.');
  expect(unwrap(await portal.getWebhook({ path }))).not.toHaveProperty('publicKey');
  expect((await portal.setWebhook({ path, body: { url: receiver.url } })).status).toBe(200);

  unwrap(await portal.testWebhook({ path }));
  await receiver.until(1);
  const rotated = unwrap(await portal.rotateWebhookKey({ path }));
  expect(rotated.previousPublicKey).toBe(created.body.publicKey);
  unwrap(await portal.testWebhook({ path }));
  await receiver.until(2);

  const now = service.clock.now().getTime() / 1000;
  const signedBy = ({ headers, body }: ReceivedRequest) =>
    verifyNotificationSignature({
      signature: String(headers['x-platform-signature']),
      timestamp: String(headers['x-platform-timestamp']),
      body: body.toString('utf8'),
      publicKey: parseEd25519Hex(rotated.publicKey),
      previousPublicKey: parseEd25519Hex(rotated.previousPublicKey),
      now,
    });
  expect(receiver.received.map(signedBy)).toEqual(['previous', 'current']);
  const [{ body } = { body: '' }] = receiver.received;
  expect(JSON.parse(body.toString())).toEqual({
    notificationId: expect.stringMatching(/^ntf_test_/),
    status: 'delivered',
    sessionAddress: await ownerOf(appId),
    test: true,
    timestamp: service.clock.now().toISOString(),
  });
  await receiver.close();
});

test('portal webhook: deleting it deletes the keys, and a new registration has a new key pair', async () => {
  const { appId, portal } = await service.createApp();
  const path = { appId };
  const register = () => portal.setWebhook({ path, body: { url: 'http://127.0.0.1:4999/hook' } });
  const first = await register();
  expect((await portal.deleteWebhook({ path })).status).toBe(204);
  for (const response of [
    portal.getWebhook,
    portal.deleteWebhook,
    portal.rotateWebhookKey,
    portal.resumeWebhook,
    portal.testWebhook,
  ]) {
    expect((await response({ path })).status).toBe(404);
  }
  const second = await register();
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).not.toMatchObject({ publicKey: 'publicKey' in first.body && first.body.publicKey });
});

test('portal deliveries: pages list every delivery once, newest first', async () => {
  const { appId, portal, sender } = await service.createApp();
  const receiver = await startReceiver(() => ({ status: 200 }));
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  const sent: string[] = [];
  for (const sessionAddress of ['a', 'b', 'c', 'd', 'e']) {
    const body = { sessionAddress, body: 'b', test: 'delivered' };
    sent.push(unwrap(await sender.sendNotification({ body })).notificationId);
    await receiver.until(sent.length);
    service.clock.advance(1);
  }
  const listed: unknown[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor && { cursor }) };
    const page = unwrap(await portal.listDeliveries({ path: { appId }, query }));
    listed.push(...page.deliveries.map(({ notificationId }) => notificationId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(listed).toEqual(sent.toReversed());
  expect((await portal.listDeliveries({ path: { appId }, query: { cursor: 'mine' } })).status).toBe(400);
  await receiver.close();
});

test('portal deliveries: every attempt is logged, and a settled event can be sent again', async () => {
  const { appId, portal, sender } = await service.createApp();
  let status = 500;
  const receiver = await startReceiver(() => ({ status, body: `body ${status}`, headers: { location: '/' } }));
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  const body = { sessionAddress: 'a', body: 'b', test: 'delivered' };
  const { notificationId } = unwrap(await sender.sendNotification({ body }));
  const listed = async () =>
    unwrap(await portal.listDeliveries({ path: { appId }, query: { notificationId } })).deliveries;
  await expect.poll(async () => (await listed())[0]?.attempts.length).toBe(1);
  const [delivery] = await listed();
  const path = { appId, deliveryId: delivery?.deliveryId ?? '' };
  expect(delivery).toMatchObject({
    state: 'pending',
    attempts: [{ status: 500, answer: 'body 500', error: null }],
  });
  expect(await portal.redeliver({ path })).toMatchObject({
    status: 409,
    body: { details: { reason: 'delivery_pending' } },
  });
  status = 200;
  service.clock.advance(5_000);
  await expect.poll(async () => (await listed())[0]?.state).toBe('delivered');
  expect(unwrap(await portal.redeliver({ path }))).toMatchObject({ state: 'pending' });
  await receiver.until(3);
  await expect.poll(async () => unwrap(await portal.getDelivery({ path })).attempts.length).toBe(3);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(ids).toEqual(new Set([path.deliveryId]));
  await receiver.close();
});
