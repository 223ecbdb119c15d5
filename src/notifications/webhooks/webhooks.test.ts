import { expect, test } from 'vitest';
import type { NotificationsClient } from '../../../generated/notifications/client.ts';
import { startNotificationsService } from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { type ReceivedRequest, startReceiver } from '../../../contract-tests/fixtures/client/receiver.ts';
import { unwrap } from '../../typed-contract/client.ts';
import { parseEd25519Hex } from '../../protocol/ed25519-key.ts';
import { verifyNotificationSignature } from '../../protocol/webhook-signature.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const service = useStarted(startNotificationsService);
const receiver = useStarted(() => startReceiver(() => ({ status: statuses.shift() ?? 204 })));
/** Statuses of the next responses; 204 for the others. */
const statuses: number[] = [];

type Query = NonNullable<Parameters<NotificationsClient['listDeliveries']>[0]['query']>;

/** An app whose first deliveries got these statuses, a second apart. */
async function appWithDeliveries(...responses: readonly number[]) {
  const app = await service.createApp();
  const { appId, portal, sender } = app;
  const path = { appId };
  unwrap(await portal.setWebhook({ path, body: { url: receiver.url } }));
  const list = async (query: Query = {}) => unwrap(await portal.listDeliveries({ path, query })).deliveries;
  const times: string[] = [];
  for (const status of responses) {
    statuses.push(status);
    times.push(service.clock.now().toISOString());
    unwrap(await sender.sendNotification({ body: { sessionAddress: 'a', body: 'b', test: 'delivered' } }));
    await expect.poll(async () => (await list())[0]?.attempts.length).toBe(1);
    service.clock.advance(1_000);
  }
  const ids = (await list()).map(({ deliveryId }) => deliveryId).toReversed();
  const positions = async (query: Query) => (await list(query)).map(({ deliveryId }) => ids.indexOf(deliveryId));
  return { ...app, path, ids, times, list, positions };
}

test('portal deliveries: they are listed by the HTTP status of the latest attempt and by time', async () => {
  const { positions, times, ids } = await appWithDeliveries(204, 503, 500, 404);
  // An attempt without a response.
  await service.db
    .updateTable('notifications.delivery_attempts')
    .set({ status: null })
    .where('delivery_id', '=', ids[0] ?? '')
    .execute();
  expect(await positions({ response: '503' })).toEqual([1]);
  expect(await positions({ response: '5xx' })).toEqual([2, 1]);
  expect(await positions({ response: '4xx' })).toEqual([3]);
  expect(await positions({ response: 'none' })).toEqual([0]);
  expect(await positions({ response: '3xx' })).toEqual([]);

  expect(await positions({ from: times[2] ?? '' })).toEqual([3, 2]);
  expect(await positions({ from: times[1] ?? '', to: times[2] ?? '' })).toEqual([2, 1]);
  expect(await positions({ response: '5xx', to: times[1] ?? '' })).toEqual([1]);
});

test('portal deliveries: a delivery is shown with its latest attempt', async () => {
  const { positions, times } = await appWithDeliveries(503);
  expect(times).toHaveLength(1);
  service.clock.advance(5_000);
  await expect.poll(() => positions({ response: '204' })).toEqual([0]);
  expect(await positions({ response: '503' })).toEqual([]);
});

test.each(['5', '600', '5XX', 'all', "503' or true"])('listDeliveries: the response %j is 400', async (response) => {
  const { appId, portal } = await service.createApp();
  expect(await portal.listDeliveries({ path: { appId }, query: { response } })).toMatchObject({
    status: 400,
    body: { code: 1001 },
  });
});

test('listDeliveries: a time that no clock shows is 400', async () => {
  const { appId, portal } = await service.createApp();
  const query = { from: '2016-12-31T23:59:60Z' };
  expect(await portal.listDeliveries({ path: { appId }, query })).toMatchObject({
    status: 400,
    body: { code: 1001, details: { field: 'from' } },
  });
});

test('redeliverSelected: settled events are delivered again, oldest first; pending, foreign and unknown ones are left', async () => {
  const foreign = await appWithDeliveries(204);
  const { portal, path, ids, list } = await appWithDeliveries(204, 204, 503);
  const [first = '', second = '', pending = ''] = ids;
  const before = receiver.received.length;
  const unknown = '019ca8bb-bd90-7888-9b51-f4d82011f358';
  const deliveryIds = [pending, second, unknown, first, ...foreign.ids];
  expect(unwrap(await portal.redeliverSelected({ path, body: { deliveryIds } }))).toEqual({
    redelivered: [first, second],
  });
  await receiver.until(before + 2);
  await expect
    .poll(async () => (await list({ state: 'delivered' })).map(({ attempts }) => attempts.length))
    .toEqual([2, 2]);
  const received = receiver.received.slice(before).map(({ headers }) => headers['webhook-id']);
  expect(received).toEqual(expect.arrayContaining([first, second]));
  expect((await foreign.list())[0]?.attempts).toHaveLength(1);
});

test('redeliverSelected: clicked arrives after delivered', async () => {
  const { appId, portal, sender } = await service.createApp();
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  const { notificationId } = unwrap(
    await sender.sendNotification({ body: { sessionAddress: 'a', body: 'b', test: 'clicked' } }),
  );
  // Retries of earlier tests' deliveries arrive, too.
  const received = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body.toString()))
      .filter((event) => event.notificationId === notificationId)
      .map(({ status }) => status);
  await expect.poll(received).toEqual(['delivered', 'clicked']);
  const path = { appId };
  const list = async () => unwrap(await portal.listDeliveries({ path })).deliveries;
  await expect.poll(async () => (await list()).every(({ state }) => state === 'delivered')).toBe(true);
  const deliveryIds = (await list()).map(({ deliveryId }) => deliveryId);
  expect(unwrap(await portal.redeliverSelected({ path, body: { deliveryIds } })).redelivered).toHaveLength(2);
  await expect.poll(received).toEqual(['delivered', 'clicked', 'delivered', 'clicked']);
});

test('redeliverSelected: without a webhook it is 404, while it is paused 409, of a foreign app 404', async () => {
  const { portal, path, ids: deliveryIds } = await appWithDeliveries(204);
  const redeliver = async (client: NotificationsClient) =>
    (await client.redeliverSelected({ path, body: { deliveryIds } })).status;
  expect(await redeliver(await service.person())).toBe(404);
  await service.db
    .updateTable('notifications.webhooks')
    .set({ paused_at: service.clock.now() })
    .where('app_id', '=', path.appId)
    .execute();
  expect(await redeliver(portal)).toBe(409);
  unwrap(await portal.deleteWebhook({ path }));
  expect(await redeliver(portal)).toBe(404);
});

test.each([[[]], [['mine']], [Array.from({ length: 101 }, (_, index) => uuidOf(index))]])(
  'redeliverSelected: a selection that is empty, malformed or of more than 100 events is 400',
  async (deliveryIds) => {
    const { appId, portal } = await service.createApp();
    expect((await portal.redeliverSelected({ path: { appId }, body: { deliveryIds } })).status).toBe(400);
  },
);

function uuidOf(index: number): string {
  return `019ca8bb-bd90-7888-9b51-${String(index).padStart(12, '0')}`;
}

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
])('portal webhook: the URL %s has the violation %s [E37, E95]', async (url, reason) => {
  const { appId, portal } = await service.createApp();
  const response = await portal.setWebhook({ path: { appId }, body: { url } });
  if (reason === undefined) expect(response.status).toBe(201);
  else expect(response).toMatchObject({ status: 400, body: { code: 1001, details: { field: 'url', reason } } });
});

test('portal webhook: the public key is returned at creation and rotation only, and the new key signs at once [E9, E38, E60]', async () => {
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

test('portal statistics: 24 hours have their sends and events, tests apart, and the failures by response', async () => {
  const { portal, path, ids, list } = await appWithDeliveries(204, 503, 503);
  const read = async () => unwrap(await portal.getDeliveryStatistics({ path }));
  const { complete, hours, failures } = await read();
  expect(complete).toBe(true);
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)).toMatchObject({ sent: 0, received: 0, testsSent: 3, tests: 3 });
  expect(failures).toEqual([]);

  const event = service.db.updateTable('notifications.deliveries').set({ test: false });
  await event.where('id', 'in', ids.slice(0, 2)).execute();
  const live = await read();
  expect(live.hours.at(-1)).toMatchObject({ received: 1, pending: 1, failed: 0, tests: 1 });
  expect(live.failures).toMatchObject([{ status: 503, error: null, count: 1, latestDeliveryId: ids[1] }]);
  expect((await list({ test: false })).map(({ deliveryId }) => deliveryId)).toEqual([ids[1], ids[0]]);
  expect((await list({ test: true })).map(({ deliveryId }) => deliveryId)).toEqual([ids[2]]);

  await service.db
    .updateTable('notifications.deliveries')
    .set({ created_at: new Date(service.clock.now().getTime() - 25 * 3_600_000) })
    .where('id', 'in', ids)
    .execute();
  expect((await read()).hours.every(({ received, tests }) => received + tests === 0)).toBe(true);
});
