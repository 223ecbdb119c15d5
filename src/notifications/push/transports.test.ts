import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { testBrowser, vapidClaims } from '../../../contract-tests/fixtures/client/receiver.ts';
import {
  type PushScene,
  startPushScene,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { unwrap } from '../../typed-contract/client.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let service: PushScene['service'];
let app: PushScene['app'];
let send: PushScene['send'];
let statusesOf: PushScene['statusesOf'];
let outcomeOf: PushScene['outcomeOf'];
let withBrowser: PushScene['withBrowser'];
let close: PushScene['close'];
beforeAll(async () => {
  ({ service, app, send, statusesOf, outcomeOf, withBrowser, close } = await startPushScene());
});
afterAll(() => close());

test('RFC 8291, RFC 8292: the browser decrypts the push, and the push service verifies its sender', async () => {
  const { sub, host, browser, pushService } = await withBrowser(() => ({ status: 201 }));
  const sentAt = service.clock.now();
  const notificationId = await send(sub, { startParam: 'order=7041' });
  const [request] = await pushService.until(1);
  if (!request) throw new Error('No push came.');
  expect(JSON.parse(browser.decrypt(request.body))).toEqual({
    notificationId,
    appId: app.appId,
    title: 'Coffee Corner',
    body: 'Ready! ☕',
    startParam: 'order=7041',
    sentAt: sentAt.toISOString(),
    receiptToken: expect.any(String),
  });
  expect(request.headers).toMatchObject({ ttl: String(day / 1000), 'content-encoding': 'aes128gcm' });
  const { key, claims } = vapidClaims(request);
  expect(key).toBe(unwrap(await host.getPushKey()).publicKey);
  expect(claims).toMatchObject({ aud: new URL(pushService.url).origin, sub: 'mailto:operator@example.com' });

  // Acceptance by the push service is not delivery: the device reports it.
  expect(statusesOf(notificationId)).toEqual([]);
  const receipt = (status: 'delivered' | 'clicked') =>
    host.createReceipt({ path: { notificationId }, body: { status } });
  expect((await receipt('delivered')).status).toBe(204);
  expect((await receipt('delivered')).status).toBe(204);
  expect((await receipt('clicked')).status).toBe(204);
  await outcomeOf(notificationId).toEqual(['delivered', 'clicked']);
  await pushService.close();
});

test('web push: the receipt token of a push is valid for this push only', async () => {
  const { sub, browser, pushService } = await withBrowser(() => ({ status: 201 }));
  const first = await send(sub);
  const [request] = await pushService.until(1);
  const { receiptToken } = JSON.parse(browser.decrypt(request?.body ?? Buffer.alloc(0)));
  service.clock.advance(61 * minute);
  const other = unwrap(
    await app.sender.sendNotification({ body: { sessionAddress: sub, body: 'Something else' } }),
  ).notificationId;

  const report = async (notificationId: string, token: string) => {
    const worker = createNotificationsClient({
      baseUrl: service.url,
      headers: { 'x-platform-receipt-token': token },
    });
    return (await worker.createReceipt({ path: { notificationId }, body: { status: 'clicked' } })).status;
  };
  expect(await report(other, receiptToken)).toBe(404);
  expect(await report(first, `${receiptToken.slice(0, -2)}AA`)).toBe(401);
  expect(await report(first, 'made-up')).toBe(401);
  expect(await report(first, receiptToken)).toBe(204);
  await outcomeOf(first).toEqual(['delivered', 'clicked']);
  expect(statusesOf(other)).toEqual([]);
  await pushService.close();
});

test.each([404, 410])(
  'RFC 8030 §7.3: a subscription that expired (%d) is deleted, and the outcome is dropped_device_unreachable',
  async (status) => {
    const { sub, pushService } = await withBrowser(() => ({ status }));
    await outcomeOf(await send(sub)).toEqual(['dropped_device_unreachable']);
    expect(
      await service.db.selectFrom('notifications.devices').select('id').where('session_address', '=', sub).execute(),
    ).toEqual([]);
    await pushService.close();
  },
);

const dueAt = async (notificationId: string): Promise<number | undefined> => {
  const row = await service.db
    .selectFrom('notifications.notifications')
    .select('due_at')
    .where('id', '=', notificationId)
    .where('leased_by', 'is', null)
    .executeTakeFirst();
  return row?.due_at?.getTime();
};

test('web push: an overloaded push service is retried until the push is 24 hours old', async () => {
  let status = 503;
  const { sub, pushService } = await withBrowser(() => ({ status }));
  const notificationId = await send(sub);
  await pushService.until(1);
  await expect.poll(() => dueAt(notificationId)).toBe(service.clock.now().getTime() + 5_000);
  service.clock.advance(5_000);
  status = 201;
  await pushService.until(2);
  await expect.poll(() => dueAt(notificationId)).toBe(service.clock.now().getTime() - 5_000 + day);
  service.clock.advance(day);
  await outcomeOf(notificationId).toEqual(['dropped_device_unreachable']);
  const late = await (
    await service.person(sub)
  ).createReceipt({ path: { notificationId }, body: { status: 'delivered' } });
  expect(late).toMatchObject({ status: 409, body: { code: 409, details: { reason: 'outcome_settled' } } });
  await pushService.close();
});

test('web push: refusals of a push service are counted in the metrics', async () => {
  const { sub, pushService } = await withBrowser(() => ({ status: 403 }));
  const notificationId = await send(sub);
  await pushService.until(1);
  await outcomeOf(notificationId).toEqual(['dropped_device_unreachable']);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toMatch(/^push_attempt_duration_seconds_count\{service="notifications",outcome="refused"\} \d+$/m);
  await pushService.close();
});

test('devices: registering a subscription again returns the same device, and another person takes it over', async () => {
  const { sub, host, subscription, pushService } = await withBrowser(() => ({ status: 201 }));
  const again = await host.createDevice({ body: { transport: 'web-push', subscription } });
  expect(again.status).toBe(200);
  const other = await service.person();
  expect((await other.createDevice({ body: { transport: 'web-push', subscription } })).status).toBe(201);
  await outcomeOf(await send(sub)).toEqual(['dropped_device_unreachable']);
  expect(pushService.received).toEqual([]);
  await pushService.close();
});

test('web push: a browser key off the curve is unreachable and does not affect other devices', async () => {
  const { sub, host, pushService, subscription } = await withBrowser(() => ({ status: 201 }));
  const keys = { ...subscription.keys, p256dh: `B${'A'.repeat(86)}` };
  const broken = { endpoint: `${subscription.endpoint}/broken`, keys };
  unwrap(await host.createDevice({ body: { transport: 'web-push', subscription: broken } }));
  await send(sub);
  await pushService.until(1);
  await pushService.close();
});

test('devices: a push endpoint that is not public is refused at registration', async () => {
  const host = await service.person();
  const subscription = testBrowser().subscription('https://10.0.0.7/push');
  expect(await host.createDevice({ body: { transport: 'web-push', subscription } })).toMatchObject({
    status: 400,
    body: { code: 1001, details: { field: 'subscription/endpoint', reason: 'address_not_public' } },
  });
});

/** Reads `count` events of a stream, or all until it ends. */
async function events(stream: ReadableStream<Uint8Array>, count: number): Promise<{ id: string; data: string }[]> {
  const found: { id: string; data: string }[] = [];
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    found.length = 0;
    for (const [, id = '', data = ''] of text.matchAll(/event: push\nid: (.*)\ndata: (.*)\n\n/g))
      found.push({ id, data });
    if (found.length >= count) break;
  }
  return found;
}

async function withPage() {
  const person = await service.recipient(app.appId);
  const { deviceId } = unwrap(await person.host.createDevice({ body: { transport: 'stream' } }));
  const listen = async () => unwrap(await person.host.streamPushes({ query: { deviceId } }));
  return { ...person, deviceId, listen };
}

test('push stream: a push is one event, repeated on each connection until its receipt [E15, E49]', async () => {
  const { sub, host, listen } = await withPage();
  const first = await listen();
  const notificationId = await send(sub);
  const [event] = await events(first, 1);
  expect(event?.id).toBe(notificationId);
  expect(JSON.parse(event?.data ?? '')).toMatchObject({ notificationId, title: 'Coffee Corner', body: 'Ready! ☕' });
  expect((await events(await listen(), 1)).map(({ id }) => id)).toEqual([notificationId]);
  expect((await host.createReceipt({ path: { notificationId }, body: { status: 'delivered' } })).status).toBe(204);
  await outcomeOf(notificationId).toEqual(['delivered']);
});

test('push stream: a page without a connection for a minute is unreachable', async () => {
  const { sub } = await withPage();
  service.clock.advance(minute + 1);
  await outcomeOf(await send(sub)).toEqual(['dropped_device_unreachable']);
});

test('push stream: a newer connection ends the older one, and deleting the device ends the newer one', async () => {
  const { host, deviceId, listen } = await withPage();
  const older = await listen();
  const newer = await listen();
  expect(await events(older, 1)).toEqual([]);
  expect((await host.deleteDevice({ path: { deviceId } })).status).toBe(204);
  expect(await events(newer, 1)).toEqual([]);
  expect((await host.streamPushes({ query: { deviceId } })).status).toBe(404);
});

test('push stream: a device of another person or transport gets 404', async () => {
  const { deviceId } = await withPage();
  const stranger = await service.person();
  expect((await stranger.streamPushes({ query: { deviceId } })).status).toBe(404);
  expect((await stranger.deleteDevice({ path: { deviceId } })).status).toBe(404);
});

test('notification outcome: without a device it is dropped_device_unreachable, exactly once [E19, E53]', async () => {
  const { sub } = await service.recipient(app.appId);
  await outcomeOf(await send(sub)).toEqual(['dropped_device_unreachable']);
});

test('notification outcome: it is suppressed_user_in_app only while the person has this app open, at most 60 seconds [E17, E51]', async () => {
  const other = await service.createApp();
  const inside = async (appId: string, wait: number) => {
    const { sub, host } = await service.recipient(app.appId);
    unwrap(await host.setPresence({ body: { appId } }));
    service.clock.advance(wait);
    return send(sub);
  };
  await outcomeOf(await inside(app.appId, minute - 1)).toEqual(['suppressed_user_in_app']);
  await outcomeOf(await inside(app.appId, minute)).toEqual(['dropped_device_unreachable']);
  await outcomeOf(await inside(other.appId, 0)).toEqual(['dropped_device_unreachable']);
});

test('notification outcome: denying consent while it waits makes it dropped_permission_revoked immediately [E18, E52]', async () => {
  const { sub, host, pushService } = await withBrowser(() => ({ status: 201 }));
  const notificationId = await send(sub);
  await pushService.until(1);
  unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status: 'denied' } }));
  await outcomeOf(notificationId).toEqual(['dropped_permission_revoked']);
  const receipt = await host.createReceipt({ path: { notificationId }, body: { status: 'clicked' } });
  expect(receipt.status).toBe(409);
  await pushService.close();
});

test('push receipts: clicked implies delivered, and only the recipient can report it [E15, E16, E50]', async () => {
  const { sub, host, pushService } = await withBrowser(() => ({ status: 201 }));
  const notificationId = await send(sub);
  const stranger = await service.person();
  const tap = { path: { notificationId }, body: { status: 'clicked' } } as const;
  expect((await stranger.createReceipt(tap)).status).toBe(404);
  expect((await host.createReceipt(tap)).status).toBe(204);
  await outcomeOf(notificationId).toEqual(['delivered', 'clicked']);
  await pushService.close();
});

test('notification outcome: the text of a push is deleted when its outcome is recorded', async () => {
  const { sub } = await service.recipient(app.appId);
  const notificationId = await send(sub, { startParam: 'order=1' });
  await outcomeOf(notificationId).toHaveLength(1);
  const row = await service.db
    .selectFrom('notifications.notifications')
    .select(['body', 'start_param'])
    .where('id', '=', notificationId)
    .executeTakeFirst();
  expect(row).toEqual({ body: null, start_param: null });
});
