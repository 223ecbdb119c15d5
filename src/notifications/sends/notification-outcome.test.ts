import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPushScene, type PushScene } from '../../../contract-tests/fixtures/notifications/push-scene.ts';
import { unwrap } from '../../typed-contract/client.ts';

const minute = 60_000;

let service: PushScene['service'];
let app: PushScene['app'];
let send: PushScene['send'];
let outcomeOf: PushScene['outcomeOf'];
let withBrowser: PushScene['withBrowser'];
let close: PushScene['close'];
beforeAll(async () => {
  ({ service, app, send, outcomeOf, withBrowser, close } = await startPushScene());
});
afterAll(() => close());

test('notification outcome: without a device it is dropped_device_unreachable, exactly once', async () => {
  const { sub } = await service.recipient(app.appId);
  await outcomeOf(await send(sub)).toEqual(['dropped_device_unreachable']);
});

test('notification outcome: it is suppressed_user_in_app only while the person has this app open, at most 60 seconds', async () => {
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

test('notification outcome: denying consent while it waits makes it dropped_permission_revoked immediately', async () => {
  const { sub, host, pushService } = await withBrowser(() => ({ status: 201 }));
  const notificationId = await send(sub);
  await pushService.until(1);
  unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status: 'denied' } }));
  await outcomeOf(notificationId).toEqual(['dropped_permission_revoked']);
  const receipt = await host.createReceipt({ path: { notificationId }, body: { status: 'clicked' } });
  expect(receipt.status).toBe(409);
  await pushService.close();
});

test('push receipts: clicked implies delivered, and only the recipient can report it', async () => {
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
