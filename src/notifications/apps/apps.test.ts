import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { unwrap } from '../../typed-contract/client.ts';
import {
  newAddress,
  startNotificationsService,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { expiredRowDeletions } from '../delete-expired-store.ts';
import { checkVisibleName } from './apps.ts';
import { createAppStore } from './app-store.ts';
import { createAppMemberStore } from './member-store.ts';

const service = useStarted(startNotificationsService);

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

const dayMs = 24 * 60 * 60 * 1000;
const icon = 'data:image/png;base64,iVBORw0KGgo=';

test('apps: the name and the icon change, and absent members stay', async () => {
  const { appId, portal } = await service.createApp();
  const path = { appId };
  expect(unwrap(await portal.updateApp({ path, body: { icon } }))).toMatchObject({ name: 'Coffee Corner', icon });
  expect(unwrap(await portal.updateApp({ path, body: { name: 'Tea Corner' } }))).toMatchObject({ icon });
  expect(unwrap(await portal.updateApp({ path, body: { icon: null } }))).not.toHaveProperty('icon');
  expect(unwrap(await portal.getApp({ path }))).toMatchObject({ name: 'Tea Corner', role: 'owner' });
});

test.each([
  ['an empty change', {}],
  ['a name that changes the direction of text', { name: 'Coffee \u202egnirroC' }],
  ['a name of a zero-width space', { name: '\u200b' }],
  ['a name with an isolate', { name: 'a\u2066b' }],
  ['an SVG icon', { icon: 'data:image/svg+xml;base64,PHN2Zy8+' }],
  ['an icon elsewhere', { icon: 'https://example.com/icon.png' }],
  ['an icon of more than 16384 characters', { icon: `data:image/png;base64,${'A'.repeat(16_384)}` }],
])('apps: %s is rejected', async (_what, body) => {
  const { appId, portal } = await service.createApp();
  expect(await portal.updateApp({ path: { appId }, body })).toMatchObject({ status: 400, body: { code: 1001 } });
});

test('apps: a name without a visible character is rejected at creation', async () => {
  const portal = await service.person();
  const response = await portal.createApp({ body: { name: '\u3164' } });
  expect(response).toMatchObject({ status: 400, body: { details: { field: 'name', reason: 'invisible' } } });
});

test('apps: a deleted app is not found by any member, its keys stop working, and it can be restored unchanged', async () => {
  const { appId, portal, sender } = await service.createApp();
  const path = { appId };
  const { sub, host } = await service.recipient(appId);
  const send = (text: string) => sender.sendNotification({ body: { sessionAddress: sub, body: text } });
  expect(unwrap(await portal.deleteApp({ path })).deletedAt).toBe(service.clock.now().toISOString());
  expect((await portal.getApp({ path })).status).toBe(404);
  expect((await portal.getUsage({ path })).status).toBe(404);
  expect((await send('deleted')).status).toBe(401);
  expect((await host.requestPermission({ path })).status).toBe(404);
  expect(unwrap(await host.listConsents()).consents).toEqual([]);
  expect(unwrap(await portal.listApps()).apps).toEqual([]);
  expect(unwrap(await portal.listApps({ query: { deleted: true } })).apps).toMatchObject([{ appId }]);

  await deletedAgo(appId, 30 * dayMs - 60_000);
  expect(unwrap(await portal.restoreApp({ path }))).not.toHaveProperty('deletedAt');
  expect((await send('restored')).status).toBe(202);
  expect(unwrap(await host.listConsents()).consents).toMatchObject([{ appId }]);
});

test('apps: a push that is queued when its app is deleted is not delivered', async () => {
  const { appId, portal, sender } = await service.createApp();
  const { sub, host } = await service.recipient(appId);
  unwrap(await host.createDevice({ body: { transport: 'stream' } }));
  const body = { sessionAddress: sub, body: 'waits' };
  const { notificationId } = unwrap(await sender.sendNotification({ body }));
  unwrap(await portal.deleteApp({ path: { appId } }));
  service.clock.advance(61_000);
  unwrap(await portal.restoreApp({ path: { appId } }));
  const status = async () => unwrap(await sender.getNotification({ path: { notificationId } })).status;
  await expect.poll(status).toMatch(/^dropped_/);
});

test('apps: of twenty concurrent creations by one developer three are within a limit of three, and an app that is handed over makes room', async () => {
  const [ownerSub, successor] = [newAddress(), newAddress()];
  const createdAt = service.clock.now();
  const apps = createAppStore(service.db);
  const create = () => {
    const id = randomUUID();
    return apps.create({ id, ownerSub, name: 'One of many', createdAt }, 3).then((created) => (created ? [id] : []));
  };
  const ids = (await Promise.all(Array.from({ length: 20 }, create))).flat();
  expect(ids).toHaveLength(3);
  expect(await create()).toEqual([]);
  const members = createAppMemberStore(service.db);
  for (const appId of ids) await members.set(appId, { sub: successor, role: 'owner', addedAt: createdAt });
  const [left = '', right = ''] = ids;
  await Promise.all([members.remove(left, ownerSub, createdAt), members.remove(right, ownerSub, createdAt)]);
  const more = await Promise.all(Array.from({ length: 5 }, create));
  expect(more.flat()).toHaveLength(2);
});

test('apps: 30 days after its deletion an app and all its rows are erased, and no other app', async () => {
  const { appId, portal, sender } = await service.createApp();
  const other = await service.createApp();
  await service.recipient(appId);
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: 'http://127.0.0.1:4999/hook' } }));
  unwrap(await portal.setMember({ path: { appId, sub: newAddress() }, body: { role: 'developer' } }));
  unwrap(await sender.sendNotification({ body: { sessionAddress: 'a', body: 'b', test: 'clicked' } }));
  unwrap(await portal.deleteApp({ path: { appId } }));

  await deletedAgo(appId, 30 * dayMs);
  expect((await portal.restoreApp({ path: { appId } })).status).toBe(404);
  const erase = async () => {
    for (const deletion of expiredRowDeletions(service.db, service.clock.now)) await deletion(1000);
  };
  await erase();
  expect(await tablesWith(appId)).toEqual(['audit_events']);
  expect(await service.db.selectFrom('notifications.apps').select('id').where('id', '=', appId).execute()).toEqual([]);
  expect((await other.portal.getApp({ path: other })).status).toBe(200);
});

/** Moves a deletion into the past. @param ms age of the deletion */
const deletedAgo = (appId: string, ms: number) =>
  service.db
    .updateTable('notifications.apps')
    .set({ deleted_at: new Date(service.clock.now().getTime() - ms) })
    .where('id', '=', appId)
    .execute();

/** Lists the tables that have rows of the app. */
async function tablesWith(appId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'notifications' and column_name = 'app_id' order by 1`.execute(service.db);
  expect(rows.length).toBeGreaterThan(8);
  const found: string[] = [];
  for (const { name } of rows) {
    const table = sql.table(`notifications.${name}`);
    const { rows: own } = await sql`select app_id from ${table} where app_id = ${appId} limit 1`.execute(service.db);
    if (own.length > 0) found.push(name);
  }
  return found;
}

test('app members: a developer works on the app, and only owners delete it and change its members', async () => {
  const { appId, portal } = await service.createApp();
  const path = { appId };
  const sub = newAddress();
  const developer = await service.person(sub);
  const asMember = { appId, sub };
  expect((await developer.getApp({ path })).status).toBe(404);
  expect(unwrap(await portal.setMember({ path: asMember, body: { role: 'developer' } }))).toMatchObject({ sub });
  expect(unwrap(await developer.listApps()).apps).toMatchObject([{ appId, role: 'developer' }]);
  expect((await developer.createApiKey({ path })).status).toBe(201);
  expect((await developer.updateApp({ path, body: { name: 'Ours' } })).status).toBe(200);
  const refused = [
    await developer.deleteApp({ path }),
    await developer.restoreApp({ path }),
    await developer.setMember({ path: asMember, body: { role: 'owner' } }),
    await developer.deleteMember({ path: { appId, sub: newAddress() } }),
  ];
  for (const response of refused)
    expect(response).toMatchObject({ status: 403, body: { details: { reason: 'owner_required' } } });
  expect((await developer.deleteMember({ path: asMember })).status).toBe(204);
  expect((await developer.getApp({ path })).status).toBe(404);
});

test('app members: an app always has an owner, also when the first one leaves', async () => {
  const [first, second] = [newAddress(), newAddress()];
  const portal = await service.person(first);
  const { appId } = unwrap(await portal.createApp({ body: { name: 'Shared' } }));
  const path = (sub: string) => ({ appId, sub });
  const lastOwner = { status: 409, body: { details: { reason: 'last_owner' } } };
  expect(await portal.deleteMember({ path: path(first) })).toMatchObject(lastOwner);
  expect(await portal.setMember({ path: path(first), body: { role: 'developer' } })).toMatchObject(lastOwner);
  unwrap(await portal.setMember({ path: path(second), body: { role: 'owner' } }));
  expect((await portal.deleteMember({ path: path(first) })).status).toBe(204);
  const successor = await service.person(second);
  expect(unwrap(await successor.getMembers({ path: { appId } })).members).toMatchObject([
    { sub: second, role: 'owner' },
  ]);
  expect(await successor.deleteMember({ path: path(second) })).toMatchObject(lastOwner);
  expect((await successor.deleteMember({ path: path(randomUUID()) })).status).toBe(404);
});

test('app members: the fifty-first member is 409', async () => {
  const { appId, portal } = await service.createApp();
  const add = (sub = newAddress()) => portal.setMember({ path: { appId, sub }, body: { role: 'developer' } });
  const kept = newAddress();
  unwrap(await add(kept));
  for (let count = 2; count < 50; count++) unwrap(await add());
  expect(await add()).toMatchObject({ status: 409, body: { details: { reason: 'too_many_members' } } });
  expect((await add(kept)).status).toBe(200);
});

test.each(['\u200b', '\u2060\ufeff', '\u3164', '\u2800 \u2800', '\u00ad', '\u0301'])(
  'app name: %j is rejected, because nothing of it is visible',
  (name) => {
    expect(() => checkVisibleName(name)).toThrow('no visible character');
  },
);

test.each(['a', '☕', '7', 'カフェ', '\u200bx', '!'])('app name: %j is visible', (name) => {
  expect(() => checkVisibleName(name)).not.toThrow();
});
