import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../typed-contract/client.ts';
import {
  startNotificationsService,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';

let service: TestNotifications;
beforeAll(async () => {
  service = await startNotificationsService();
});
afterAll(() => service.close());

test('portal apps: an app of another developer gets the same 404 as one that does not exist', async () => {
  const { appId, portal } = await service.createApp();
  unwrap(await portal.getApp({ path: { appId } }));
  const stranger = await service.person();
  const deliveryId = randomUUID();
  for (const path of [{ appId }, { appId: randomUUID() }]) {
    const responses = await Promise.all([
      stranger.getApp({ path }),
      stranger.createApiKey({ path }),
      stranger.listApiKeys({ path }),
      stranger.revokeApiKey({ path: { ...path, keyId: deliveryId } }),
      stranger.setWebhook({ path, body: { url: 'http://127.0.0.1/hook' } }),
      stranger.getWebhook({ path }),
      stranger.deleteWebhook({ path }),
      stranger.rotateWebhookKey({ path }),
      stranger.resumeWebhook({ path }),
      stranger.testWebhook({ path }),
      stranger.listDeliveries({ path }),
      stranger.getDelivery({ path: { ...path, deliveryId } }),
      stranger.redeliver({ path: { ...path, deliveryId } }),
      stranger.getUsage({ path }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404));
  }
});

test('portal apps: pages list every app once, newest first', async () => {
  const portal = await service.person();
  const made: string[] = [];
  for (let index = 0; index < 5; index++) {
    service.clock.advance(1);
    made.push(unwrap(await portal.createApp({ body: { name: `App ${index}` } })).appId);
  }
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = unwrap(await portal.listApps({ query: { limit: 2, ...(cursor && { cursor }) } }));
    listed.push(...page.apps.map(({ appId }) => appId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(listed).toEqual(made.toReversed());
  for (const made of ['mine', 'eyJiIjoiMSJ9', '']) {
    expect((await portal.listApps({ query: { cursor: made } })).status).toBe(400);
  }
});

test('portal usage: real notifications are counted per UTC day and status, test sends are not', async () => {
  const { appId, sender, portal } = await service.createApp();
  const { sub } = await service.recipient(appId);
  unwrap(await sender.sendNotification({ body: { sessionAddress: sub, body: 'real' } }));
  unwrap(await sender.sendNotification({ body: { sessionAddress: sub, body: 'test', test: 'delivered' } }));
  const date = service.clock.now().toISOString().slice(0, 10);
  const counts = async () => unwrap(await portal.getUsage({ path: { appId } })).counts;
  await expect.poll(counts).toEqual([
    { date, status: 'dropped_device_unreachable', count: 1 },
    { date, status: 'queued', count: 1 },
  ]);
  const requestUsage = (query: { from?: string; to?: string }) => portal.getUsage({ path: { appId }, query });
  expect(unwrap(await requestUsage({ to: '2026-02-28' }))).toEqual({
    from: '2026-01-30',
    to: '2026-02-28',
    counts: [],
  });
  expect((await requestUsage({ from: '2026-03-02', to: '2026-03-01' })).status).toBe(400);
  expect(unwrap(await requestUsage({ to: '0000-01-02' }))).toMatchObject({ from: '0000-01-01' });
  expect((await requestUsage({ from: '2026-01-01', to: '2026-04-02' })).status).toBe(200);
  expect((await requestUsage({ from: '2026-01-01', to: '2026-04-03' })).status).toBe(400);
});

test('portal apps: an app says whether it has a webhook, alone and in lists', async () => {
  const { appId, portal } = await service.createApp();
  const path = { appId };
  const restorable = async () => {
    const { apps } = unwrap(await portal.listApps());
    return [unwrap(await portal.getApp({ path })).hasWebhook, apps[0]?.hasWebhook];
  };
  expect(await restorable()).toEqual([false, false]);
  unwrap(await portal.setWebhook({ path, body: { url: 'https://example.com/hook' } }));
  expect(await restorable()).toEqual([true, true]);
  unwrap(await portal.deleteWebhook({ path }));
  expect(await restorable()).toEqual([false, false]);
});

test('getStatistics: apps of developers are counted without those that were deleted', async () => {
  const { portal } = await service.createApp();
  const count = async () => unwrap(await portal.getStatistics()).apps;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  const { appId } = unwrap(await portal.createApp({ body: { name: 'One more' } }));
  expect(await count()).toBe(before + 1);
  unwrap(await portal.deleteApp({ path: { appId } }));
  expect(await count()).toBe(before);
});

test('portal apps: lists name apps whose webhook is paused or failed for an hour, and no app that failed for less', async () => {
  const { appId, portal } = await service.createApp();
  const path = { appId };
  unwrap(await portal.setWebhook({ path, body: { url: 'https://example.com/hook' } }));
  const problem = async () => {
    const { apps } = unwrap(await portal.listApps());
    expect(unwrap(await portal.getApp({ path })).webhookProblem).toBe(apps[0]?.webhookProblem);
    return apps[0]?.webhookProblem;
  };
  const at = service.clock.now();
  const change = (minutes: number, paused: boolean) =>
    service.db
      .updateTable('notifications.webhooks')
      .set({
        failing_since: new Date(at.getTime() - minutes * 60_000),
        failed_at: at,
        paused_at: paused ? at : null,
      })
      .where('app_id', '=', appId)
      .execute();
  expect(await problem()).toBeUndefined();
  await change(59, false);
  expect(await problem()).toBeUndefined();
  await change(60, false);
  expect(await problem()).toBe('failing');
  await change(60, true);
  expect(await problem()).toBe('paused');
});
