import { randomUUID, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { unwrap } from '../../typed-contract/client.ts';
import { startNotificationsService } from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { apiKeyHash, newApiKey } from '../api-keys/api-key.ts';
import { type NotificationsDatabase, notificationsMigrations } from '../database.ts';
import { seedDemoApp } from './seed-demo-app.ts';
import { createApiKeyStore } from '../api-keys/api-key-store.ts';

const service = useStarted(startNotificationsService);

const ownerOf = async (appId: string): Promise<string> => {
  const row = await service.db
    .selectFrom('notifications.apps')
    .select('owner_sub')
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
  return row.owner_sub ?? '';
};

test('portal and host: only Bearer and DPoP tokens of the provider are accepted', async () => {
  const agent = await service.issuer.agent();
  const path = '/api/v1/portal/apps';
  const request = (headers: Record<string, string>) => fetch(`${service.url}${path}`, { headers });
  const bearer = `Bearer ${await service.issuer.token()}`;
  // A proof names the configured base URL of the service.
  const dpop = await agent.headers('GET', `http://127.0.0.1${path}`);
  expect((await request({ authorization: bearer })).status).toBe(200);
  expect((await request({ ...dpop })).status).toBe(200);
  const offer = /^Bearer scope="openid", DPoP algs="EdDSA Ed25519 ES256", scope="openid"$/;
  const refused: readonly (readonly [string, Record<string, string>, RegExp])[] = [
    ['no credentials', {}, offer],
    ['the same proof again', { ...dpop }, /^DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"$/],
    [
      'a bound token as Bearer',
      { authorization: `Bearer ${agent.accessToken}` },
      /^Bearer error="invalid_token", scope="openid"$/,
    ],
    [
      'a token for another audience',
      { authorization: `Bearer ${await service.issuer.token({ claims: { aud: 'x' } })}` },
      /Bearer error/,
    ],
    ['another scheme', { authorization: 'Basic YTpi' }, offer],
  ];
  for (const [name, headers, challenge] of refused) {
    const response = await request(headers);
    expect([name, response.status], await response.text()).toEqual([name, 401]);
    expect(response.headers.get('www-authenticate')).toMatch(challenge);
  }
});

test('notifications CORS: pages of allowed origins may call portal and host operations, and no page may call a send', async () => {
  const open = await startNotificationsService({ allowedOrigins: ['https://host.example'] });
  const preflight = (path: string, origin: string) =>
    fetch(`${open.url}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });
  const allowed = async (path: string, origin: string) =>
    (await preflight(path, origin)).headers.get('access-control-allow-origin');
  expect(await allowed('/api/v1/host/devices', 'https://host.example')).toBe('https://host.example');
  expect(await allowed('/api/v1/portal/apps', 'https://evil.example')).toBeNull();
  expect(await allowed('/api/v1/notifications/send', 'https://host.example')).toBeNull();
  await open.close();
});

test('notifications audit: actions of developers are recorded with their request, and the log cannot be changed', async () => {
  const { appId, key, portal } = await service.createApp();
  const path = { appId };
  unwrap(await portal.setWebhook({ path, body: { url: 'http://127.0.0.1:4999/hook' } }));
  unwrap(await portal.setWebhook({ path, body: { url: 'http://127.0.0.1:4998/hook' } }));
  unwrap(await portal.rotateWebhookKey({ path }));
  unwrap(await portal.resumeWebhook({ path }));
  const removed = await portal.deleteWebhook({ path });
  const events = await service.db
    .selectFrom('notifications.audit_events')
    .selectAll()
    .where('app_id', '=', appId)
    .orderBy('at')
    .execute();
  expect(events.map(({ event }) => event).sort()).toEqual([
    'api_key_issued',
    'app_created',
    'webhook_changed',
    'webhook_key_rotated',
    'webhook_registered',
    'webhook_removed',
    'webhook_resumed',
  ]);
  expect(events.find(({ event }) => event === 'webhook_removed')).toMatchObject({
    actor_sub: await ownerOf(appId),
    request_id: removed.headers.get('x-request-id'),
  });
  expect(JSON.stringify(events)).not.toContain(key.slice(8));
  await expect(
    service.db.deleteFrom('notifications.audit_events').where('app_id', '=', appId).execute(),
  ).rejects.toThrow(/never changed/);
});

const newAddress = () => randomUUID().replaceAll('-', '');

/** An app with an owner and a developer, who joined after it was created. */
async function sharedApp() {
  const [owner, developer] = [newAddress(), newAddress()];
  const { appId } = unwrap(await (await service.person(owner)).createApp({ body: { name: 'Shared' } }));
  service.clock.advance(1_000);
  const path = { appId, sub: developer };
  unwrap(await (await service.person(owner)).setMember({ path, body: { role: 'developer' } }));
  service.clock.advance(1_000);
  /** The activity as a member sees it, by event: whether it is new. */
  const seenBy = async (member: string) => {
    const { events, newCount } = unwrap(await (await service.person(member)).listAppActivity({ path: { appId } }));
    return { newCount, events: events.map(({ event, isNew }) => [event, isNew]), newest: events[0]?.eventId ?? '' };
  };
  const markSeen = async (member: string, through: string) =>
    (await service.person(member)).setAppActivitySeen({ path: { appId }, body: { through } });
  return { appId, owner, developer, seenBy, markSeen };
}

test('listAppActivity: what another member did is new until it is marked as seen, and what I did never is', async () => {
  const { appId, owner, developer, seenBy, markSeen } = await sharedApp();
  unwrap(await (await service.person(developer)).createApiKey({ path: { appId } }));
  const before = await seenBy(owner);
  expect(before.events).toEqual([
    ['api_key_issued', true],
    ['member_set', false],
    ['app_created', false],
  ]);
  expect([before.newCount, (await seenBy(developer)).newCount]).toEqual([1, 0]);

  expect((await markSeen(owner, before.newest)).status).toBe(204);
  expect((await seenBy(owner)).newCount).toBe(0);
  service.clock.advance(1_000);
  unwrap(await (await service.person(developer)).createApiKey({ path: { appId } }));
  expect((await seenBy(owner)).events.filter(([, isNew]) => isNew)).toEqual([['api_key_issued', true]]);
});

test('listAppActivity: what happened before a member joined is listed, but not new', async () => {
  const { developer, seenBy } = await sharedApp();
  expect((await seenBy(developer)).events).toEqual([
    ['member_set', false],
    ['app_created', false],
  ]);
});

test('listAppActivity: names the member, the facts and no network address; a removal says how many keys end', async () => {
  const { appId, owner, developer } = await sharedApp();
  unwrap(await (await service.person(developer)).createApiKey({ path: { appId } }));
  service.clock.advance(1_000);
  const portal = await service.person(owner);
  unwrap(await portal.deleteMember({ path: { appId, sub: developer } }));
  const { events } = unwrap(await portal.listAppActivity({ path: { appId } }));
  expect(events[0]).toEqual({
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    at: service.clock.now().toISOString(),
    event: 'member_removed',
    actorSub: owner,
    actorName: null,
    memberName: null,
    details: { sub: developer, endingKeys: '1' },
    isNew: false,
  });
});

test('setAppActivitySeen: an earlier event alters nothing, and an event of another app is refused', async () => {
  const { appId, owner, developer, seenBy, markSeen } = await sharedApp();
  unwrap(await (await service.person(developer)).createApiKey({ path: { appId } }));
  const first = (await seenBy(owner)).newest;
  service.clock.advance(1_000);
  unwrap(await (await service.person(developer)).createApiKey({ path: { appId } }));
  unwrap(await markSeen(owner, (await seenBy(owner)).newest));
  unwrap(await markSeen(owner, first));
  expect((await seenBy(owner)).newCount).toBe(0);

  const other = await sharedApp();
  const refused = await markSeen(owner, (await other.seenBy(other.owner)).newest);
  expect(refused).toMatchObject({ status: 404, body: { code: 404 } });
});

test('listAppActivity: pages follow each other, and only members read them', async () => {
  const { appId, developer } = await sharedApp();
  const portal = await service.person(developer);
  const all = unwrap(await portal.listAppActivity({ path: { appId } })).events;
  const first = unwrap(await portal.listAppActivity({ path: { appId }, query: { limit: 1 } }));
  const cursor = first.nextCursor ?? '';
  const second = unwrap(await portal.listAppActivity({ path: { appId }, query: { limit: 1, cursor } }));
  expect([...first.events, ...second.events]).toEqual(all);
  expect(second.nextCursor).toBeNull();
  const stranger = await service.person(newAddress());
  expect((await stranger.listAppActivity({ path: { appId } })).status).toBe(404);
  expect((await portal.listAppActivity({ path: { appId }, query: { cursor: 'e30' } })).status).toBe(400);
});

const database = useStarted(() => createTestDatabase({ area: 'notifications', migrations: notificationsMigrations }));

test('demo app: it is created once with a working key, and later starts do not restore a revoked key', async () => {
  const dependencies = { now: () => new Date(), newId: () => randomUUID() };
  const demo = { appId: randomUUID(), ownerSub: null, name: 'Demo app', apiKey: newApiKey(randomBytes) };
  const keys = createApiKeyStore(database.as<NotificationsDatabase>());
  const working = () => keys.findWorking(demo.appId, apiKeyHash(demo.apiKey), new Date());
  await Promise.all([seedDemoApp(database, demo, dependencies), seedDemoApp(database, demo, dependencies)]);
  const key = await working();
  expect(key?.appId).toBe(demo.appId);
  await keys.revoke(demo.appId, key?.id ?? '', new Date());
  await seedDemoApp(database, demo, dependencies);
  expect(await working()).toBeUndefined();
  await expect(seedDemoApp(database, { ...demo, apiKey: 'ank_short' }, dependencies)).rejects.toThrow(/26 characters/);
});
