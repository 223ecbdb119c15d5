import { expect, test } from 'vitest';
import { unwrap } from '../../typed-contract/client.ts';
import { respondWith, startOutbox } from '../../../contract-tests/fixtures/notifications/outbox.ts';
import { startNotificationsService } from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { startReceiver } from '../../../contract-tests/fixtures/client/receiver.ts';
import { expiredRowDeletions } from '../delete-expired-store.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const service = useStarted(startNotificationsService);
const outbox = useStarted(startOutbox);

const minute = 60_000;
const day = 24 * 60 * minute;
const testSend = (test: string) => ({ body: { sessionAddress: 'person', body: 'Test notification', test } });

test('listNotifications: a backend that missed its webhooks reads every status by API key, oldest first', async () => {
  const { sender } = await service.createApp();
  const before = service.clock.now().toISOString();
  const sent: string[] = [];
  for (const scenario of ['delivered', 'clicked', 'dropped_device_unreachable']) {
    service.clock.advance(minute);
    sent.push(unwrap(await sender.sendNotification(testSend(scenario))).notificationId);
  }
  const listed: { notificationId: string; status: string }[] = [];
  let cursor: string | undefined;
  do {
    const query = { since: before, test: true, limit: 2, ...(cursor !== undefined && { cursor }) };
    const page = unwrap(await sender.listNotifications({ query }));
    listed.push(...page.notifications);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(listed.map(({ notificationId, status }) => [notificationId, status])).toEqual([
    [sent[0], 'delivered'],
    [sent[1], 'clicked'],
    [sent[2], 'dropped_device_unreachable'],
  ]);
  const ids = async (query: { since?: string; status?: string; test?: boolean }) =>
    unwrap(await sender.listNotifications({ query: { test: true, ...query } })).notifications.map(
      ({ notificationId }) => notificationId,
    );
  expect(await ids({ status: 'delivered' })).toEqual(sent.slice(0, 2));
  expect(await ids({ test: false })).toEqual([]);
  expect(await ids({ status: 'queued' })).toEqual([]);
  expect(await ids({ since: service.clock.now().toISOString() })).toEqual(sent.slice(2));
  expect((await sender.listNotifications({ query: { since: '2016-12-31T23:59:60Z' } })).status).toBe(400);
  expect((await sender.listNotifications({ query: { cursor: 'mine' } })).status).toBe(400);
});

test('getNotification: an app reads its own sends, and those of another app are 404', async () => {
  const ownApp = await service.createApp();
  const other = await service.createApp();
  const { notificationId } = unwrap(await ownApp.sender.sendNotification(testSend('clicked')));
  const path = { notificationId };
  expect(unwrap(await ownApp.sender.getNotification({ path }))).toMatchObject({
    notificationId,
    sessionAddress: 'person',
    status: 'clicked',
    test: true,
    statuses: [{ status: 'delivered' }, { status: 'clicked' }],
  });
  expect((await other.sender.getNotification({ path })).status).toBe(404);
  const withToken = await fetch(`${service.url}/api/v1/notifications/${notificationId}`, {
    headers: { authorization: 'Bearer token', 'x-platform-notifications-key': ownApp.key },
  });
  expect(withToken.status).toBe(401);
});

test('recoverDeliveries: everything that an outage dropped is delivered in order, and nothing twice', async () => {
  const { appId, portal, sender } = await service.createApp();
  const path = { appId };
  const since = service.clock.now().toISOString();
  expect((await portal.recoverDeliveries({ path, body: { since } })).status).toBe(404);
  let status = 503;
  const receiver = await startReceiver(() => ({ status }));
  unwrap(await portal.setWebhook({ path, body: { url: receiver.url } }));
  const sent: string[] = [];
  for (const scenario of ['delivered', 'clicked', 'delivered']) {
    service.clock.advance(1);
    sent.push(unwrap(await sender.sendNotification(testSend(scenario))).notificationId);
  }
  await service.db
    .updateTable('notifications.deliveries')
    .set({ state: 'dropped', due_at: null, leased_by: null, attempts: 8, dropped_reason: 'attempts_exhausted' })
    .where('app_id', '=', appId)
    .execute();
  const dropped = unwrap(await portal.listDeliveries({ path, query: { state: 'dropped', status: 'clicked' } }));
  expect(dropped.deliveries).toMatchObject([{ notificationId: sent[1], droppedReason: 'attempts_exhausted' }]);

  const alreadyReceived = receiver.received.length;
  status = 200;
  expect(unwrap(await portal.recoverDeliveries({ path, body: { since } }))).toEqual({ recovered: 4, remaining: false });
  expect(unwrap(await portal.recoverDeliveries({ path, body: { since } }))).toEqual({ recovered: 0, remaining: false });
  await receiver.until(alreadyReceived + 4);
  const events = receiver.received.slice(alreadyReceived).map(({ body }) => JSON.parse(body.toString()));
  expect(events.map(({ notificationId, status: event }) => `${notificationId} ${event}`).toSorted()).toEqual(
    [`${sent[0]} delivered`, `${sent[1]} clicked`, `${sent[1]} delivered`, `${sent[2]} delivered`].toSorted(),
  );
  const ofClicked = events.filter(({ notificationId }) => notificationId === sent[1]);
  expect(ofClicked.map((event) => event.status)).toEqual(['delivered', 'clicked']);
  const stranger = await service.person();
  expect((await stranger.recoverDeliveries({ path, body: { since } })).status).toBe(404);
  await receiver.close();
});

test('webhook recovery: due times keep the order of the events, and a call recovers at most its limit', async () => {
  const { appId } = await outbox.app();
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    outbox.clock.advance(1000);
    ids.push(await outbox.event(appId));
  }
  await outbox.db
    .updateTable('notifications.deliveries')
    .set({ state: 'dropped', due_at: null, attempts: 8 })
    .execute();
  const recover = () => outbox.store.recovery.recover({ appId, since: new Date(0), status: undefined, limit: 3 });
  expect(await recover()).toEqual({ recovered: 3, remaining: true });
  outbox.clock.advance(1000);
  expect(await recover()).toEqual({ recovered: 2, remaining: false });
  const byDueTime = (await outbox.deliveries(appId)).toSorted((a, b) => Number(a.dueAt) - Number(b.dueAt));
  expect(byDueTime.slice(0, 3).map(({ notificationId }) => notificationId)).toEqual(ids.slice(0, 3));
  const order: string[] = [];
  await outbox
    .worker((request) => {
      order.push(JSON.parse(String(request.body)).notificationId);
      return { status: 200, body: new Uint8Array() };
    })
    .drain();
  expect(order.toSorted()).toEqual(ids.toSorted());
});

test('paused webhook: its events wait 30 days from the pause, then they are dropped with the reason', async () => {
  const { appId } = await outbox.app();
  await outbox.event(appId);
  await outbox.worker(respondWith(410)).drain();
  const expire = async () => {
    for (const deleteExpired of expiredRowDeletions(outbox.db, outbox.clock.now)) await deleteExpired(1000);
  };
  outbox.clock.advance(30 * day - 1);
  await expire();
  expect(await outbox.deliveries(appId)).toMatchObject([{ state: 'pending' }]);
  outbox.clock.advance(1);
  await expire();
  expect(await outbox.deliveries(appId)).toMatchObject([{ state: 'dropped', droppedReason: 'webhook_paused' }]);
  outbox.clock.advance(30 * day);
  await expire();
  expect(await outbox.deliveries(appId)).toEqual([]);
});

test('getWebhook: success rate, latency and the start of failures describe the endpoint', async () => {
  const { appId, portal, sender } = await service.createApp();
  const path = { appId };
  let status = 200;
  const receiver = await startReceiver(() => ({ status }));
  unwrap(await portal.setWebhook({ path, body: { url: receiver.url } }));
  const healthy = { failingSince: null, successRate: null, latencyMs: null };
  expect(unwrap(await portal.getWebhook({ path }))).toMatchObject(healthy);
  unwrap(await sender.sendNotification(testSend('delivered')));
  await expect.poll(async () => unwrap(await portal.getWebhook({ path })).successRate).toBe(1);
  status = 500;
  const failedAt = service.clock.now().toISOString();
  unwrap(await sender.sendNotification(testSend('delivered')));
  await expect.poll(async () => unwrap(await portal.getWebhook({ path })).successRate).toBe(0.5);
  expect(unwrap(await portal.getWebhook({ path }))).toMatchObject({ failingSince: failedAt, latencyMs: 0 });
  await receiver.close();
});

test('getDelivery: each attempt shows its request, whose signature verifies by hand', async () => {
  const { appId, portal, sender } = await service.createApp();
  const receiver = await startReceiver(() => ({ status: 200 }));
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: receiver.url } }));
  const { notificationId } = unwrap(await sender.sendNotification(testSend('delivered')));
  const [received] = await receiver.until(1);
  const listed = async () =>
    unwrap(await portal.listDeliveries({ path: { appId }, query: { notificationId } })).deliveries[0];
  await expect.poll(async () => (await listed())?.state).toBe('delivered');
  const deliveryId = (await listed())?.deliveryId ?? '';
  const [attempt] = unwrap(await portal.getDelivery({ path: { appId, deliveryId } })).attempts;
  expect(attempt?.request).toMatchObject({
    url: receiver.url,
    headers: {
      'user-agent': expect.stringMatching(/^platform-webhooks\/\d/),
      'webhook-signature': received?.headers['webhook-signature'],
      'x-platform-signature': received?.headers['x-platform-signature'],
    },
  });
  await receiver.close();
});

test.each([
  '/api/v1/notifications/send',
  '/api/v1/portal/apps/01890000-0000-7000-8000-000000000000/deliveries/recover',
])('notifications: GET %s is 405 with Allow, not a notification or delivery of that name', async (path) => {
  const response = await fetch(service.url + path);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
});
