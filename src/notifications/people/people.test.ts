import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  administratorKeys,
  newAddress,
  startNotificationsService,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { unwrap } from '../../typed-contract/client.ts';

const service = useStarted(startNotificationsService);

const operator = (key: string = administratorKeys.notifications) =>
  createNotificationsClient({ baseUrl: service.url, headers: { authorization: `Bearer ${key}` } });

/** Tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'notifications' order by tablename`.execute(service.db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql`
      select from ${sql.table(`notifications.${name}`)} as t where to_jsonb(t)::text like ${`%${text}%`} limit 1`.execute(
      service.db,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** A person who received a push and a test send, has two devices, owns two apps and is a developer of a third. */
async function activePerson() {
  const app = await service.createApp('Coffee Corner');
  const { sub, host } = await service.recipient(app.appId);
  unwrap(await app.portal.setWebhook({ path: app, body: { url: 'http://127.0.0.1:4999/hook' } }));
  const headers = { 'Idempotency-Key': newAddress() };
  const body = { sessionAddress: sub, body: 'Your flat white is ready.' };
  const { notificationId } = unwrap(await app.sender.sendNotification({ body, headers }));
  unwrap(await app.sender.sendNotification({ body: { ...body, test: 'delivered' } }));
  const promptedApp = await service.createApp('Asks');
  unwrap(await host.requestPermission({ path: promptedApp }));
  unwrap(await host.createDevice({ body: { transport: 'stream' } }));
  unwrap(await host.setPresence({ body: { appId: app.appId } }));
  unwrap(await app.portal.setMember({ path: { appId: app.appId, sub }, body: { role: 'developer' } }));
  const ownApp = unwrap(await host.createApp({ body: { name: 'Only mine' } })).appId;
  const shared = unwrap(await host.createApp({ body: { name: 'Shared' } })).appId;
  const partner = newAddress();
  unwrap(await host.setMember({ path: { appId: shared, sub: partner }, body: { role: 'owner' } }));
  return { sub, app, ownApp, shared, partner, notificationId };
}

test('notifications getPersonData: everything about a person as recipient and developer, and nothing about others', async () => {
  const { sub, app, ownApp, shared, notificationId } = await activePerson();
  const bystander = await service.recipient(app.appId);
  const response = await operator().getPersonData({ path: { sub } });
  expect(response.headers.get('cache-control')).toBe('no-store');
  const data = unwrap(response);
  expect(data).toMatchObject({
    consents: [{ appId: app.appId, status: 'granted' }],
    prompts: [{ shownAt: service.clock.now().toISOString() }],
    devices: [{ transport: 'stream' }],
    presence: [{ appId: app.appId, deviceId: null }],
  });
  // Ids of one millisecond have no order.
  expect(data.actions.map(({ event }) => event).sort()).toEqual(['app_created', 'app_created', 'member_set']);
  expect(data.notifications.map((sent) => sent.notificationId)).toContain(notificationId);
  expect(new Set(data.notifications.map(({ test }) => test))).toEqual(new Set([false, true]));
  expect(data.events).toContainEqual(expect.objectContaining({ appId: app.appId, status: 'delivered' }));
  expect(data.apps.map(({ appId, role }) => `${appId} ${role}`).sort()).toEqual(
    [`${app.appId} developer`, `${ownApp} owner`, `${shared} owner`].sort(),
  );
  expect(JSON.stringify(data)).not.toContain(bystander.sub);
});

test('notifications deletePerson: no table names the person, apps are left or deleted, and a pseudonym stays in the audit', async () => {
  const { sub, app, ownApp, shared, partner } = await activePerson();
  const bystander = await service.recipient(app.appId);
  const erased = unwrap(await operator().deletePerson({ path: { sub } }));
  expect(erased).toMatchObject({
    deletedConsents: 1,
    deletedDevices: 1,
    deletedNotifications: 2,
    deletedApps: 1,
    leftApps: 2,
    // Two apps created and a member set; set as a member by somebody else.
    pseudonymizedActions: 4,
  });
  expect(erased.deletedEvents).toBeGreaterThan(0);
  expect(await tablesWith(sub)).toEqual([]);

  const apps = await service.db
    .selectFrom('notifications.apps')
    .select(['id', 'owner_sub as owner', 'deleted_at as deletedAt'])
    .where('id', 'in', [ownApp, shared])
    .execute();
  expect(apps.find(({ id }) => id === ownApp)).toMatchObject({ owner: null, deletedAt: service.clock.now() });
  expect(apps.find(({ id }) => id === shared)).toMatchObject({ owner: partner, deletedAt: null });
  expect(await tablesWith(bystander.sub)).toEqual(['consents', 'recipient_apps']);
  const refused = await app.sender.sendNotification({ body: { sessionAddress: sub, body: 'Another one.' } });
  expect(refused).toMatchObject({ status: 404, body: { code: 1005 } });
});

test('notifications deletePerson, getPersonData: both are recorded with the administrator and without the person', async () => {
  const { sub } = await service.recipient((await service.createApp()).appId);
  const eventsBefore = await recorded();
  // Events of one time have no order.
  service.clock.advance(1_000);
  unwrap(await operator().getPersonData({ path: { sub } }));
  service.clock.advance(1_000);
  unwrap(await operator().deletePerson({ path: { sub } }));
  expect((await recorded()).slice(eventsBefore.length)).toEqual([
    { event: 'person_exported', administrator: 'Support desk', subject: expect.stringMatching(/^exported:[\w-]{22}$/) },
    { event: 'person_erased', administrator: 'Support desk', subject: expect.stringMatching(/^erased:[\w-]{22}$/) },
  ]);
  for (const call of [operator().getPersonData, operator().deletePerson]) {
    expect(await call({ path: { sub } })).toMatchObject({
      status: 404,
      body: { code: 404, message: 'Nothing is stored about this person.' },
    });
  }
  expect(await recorded()).toHaveLength(eventsBefore.length + 2);
});

const recorded = () =>
  service.db
    .selectFrom('notifications.administrator_events')
    .select(['event', 'administrator', 'subject'])
    .orderBy('at')
    .execute();

test('notifications deletePerson, getPersonData: only administrators with the scope may call them', async () => {
  const { sub, host } = await service.recipient((await service.createApp()).appId);
  const path = { sub };
  for (const client of [operator(administratorKeys.owners), host]) {
    const status = client === host ? 401 : 403;
    expect((await client.getPersonData({ path })).status).toBe(status);
    expect((await client.deletePerson({ path })).status).toBe(status);
  }
  expect(await tablesWith(sub)).toEqual(['consents', 'recipient_apps']);
  const tooLong = await operator().deletePerson({ path: { sub: 'x'.repeat(65) } });
  expect(tooLong).toMatchObject({ status: 400, body: { code: 1001 } });
});

test('notifications audit: an erasure is the only change of events that the database accepts', async () => {
  const { sub } = await activePerson();
  const refused = /events on record are never changed/;
  const events = service.db.updateTable('notifications.audit_events').where('actor_sub', '=', sub);
  await expect(events.set({ actor_sub: newAddress() }).execute()).rejects.toThrow(refused);
  await expect(events.set({ event: 'app_deleted' }).execute()).rejects.toThrow(refused);
  await expect(events.set({ details: '{}', ip: '' }).execute()).rejects.toThrow(refused);
  unwrap(await operator().getPersonData({ path: { sub } }));
  await expect(service.db.deleteFrom('notifications.administrator_events').execute()).rejects.toThrow(refused);
});
