import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { unwrap } from '../typed-contract/client.ts';
import { parseEd25519Hex } from '../protocol/ed25519-key.ts';
import { verifyNotificationSignature } from '../protocol/webhook-signature.ts';
import {
  newAddress,
  startNotifications,
  type TestNotifications,
} from '../../contract-tests/fixtures/notifications/notifications-service.ts';
import { type ReceivedRequest, startReceiver } from '../../contract-tests/fixtures/client/receiver.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const day = 24 * 3_600_000;

let service: TestNotifications;
beforeAll(async () => {
  service = await startNotifications();
});
afterAll(() => service.close());

const senderWith = (key: string) =>
  createNotificationsClient({ baseUrl: service.url, headers: { 'x-platform-notifications-key': key } });

const works = async (key: string): Promise<boolean> =>
  (await senderWith(key).getConsent({ query: { sessionAddress: 'anybody' } })).status === 200;

describe('credentials', () => {
  test('portal and host: only Bearer and DPoP tokens of the provider are accepted', async () => {
    const agent = await service.issuer.agent();
    const path = '/api/v1/portal/apps';
    const ask = (headers: Record<string, string>) => fetch(`${service.url}${path}`, { headers });
    const bearer = `Bearer ${await service.issuer.token()}`;
    // A proof names the configured base URL of the service.
    const dpop = await agent.headers('GET', `http://127.0.0.1${path}`);
    expect((await ask({ authorization: bearer })).status).toBe(200);
    expect((await ask({ ...dpop })).status).toBe(200);
    const refused: readonly (readonly [string, Record<string, string>, RegExp])[] = [
      ['no credentials', {}, /Bearer.*DPoP/],
      ['the same proof again', { ...dpop }, /DPoP error="invalid_token"/],
      ['a bound token as Bearer', { authorization: `Bearer ${agent.accessToken}` }, /Bearer error="invalid_token"/],
      [
        'a token for another audience',
        { authorization: `Bearer ${await service.issuer.token({ claims: { aud: 'x' } })}` },
        /Bearer error/,
      ],
      ['another scheme', { authorization: 'Basic YTpi' }, /Bearer.*DPoP/],
    ];
    for (const [name, headers, challenge] of refused) {
      const response = await ask(headers);
      expect([name, response.status], await response.text()).toEqual([name, 401]);
      expect(response.headers.get('www-authenticate')).toMatch(challenge);
    }
  });

  test('PORTAL_CLIENTS: tokens of other applications get 403', async () => {
    const strict = await startNotifications({ portalClients: ['0'.repeat(32)] });
    const as = async (clientId: string) => strict.as(await strict.issuer.token({ claims: { client_id: clientId } }));
    expect((await (await as('0'.repeat(32))).listApps()).status).toBe(200);
    expect(await (await as('1'.repeat(32))).listApps()).toMatchObject({ status: 403, body: { code: 403 } });
    await strict.close();
  });

  test('notifications CORS: pages of allowed origins may call portal and host operations, and no page may call a send', async () => {
    const open = await startNotifications({ allowedOrigins: ['https://host.example'] });
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
});

describe('apps', () => {
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
});

describe('API keys', () => {
  test('portal API keys: a new key of ank_ and 26 characters works at once, and each older one for its own 7 days', async () => {
    const { appId, key: first, portal } = await service.createApp();
    expect(first).toMatch(/^ank_[0-9A-HJKMNP-TV-Z]{26}$/);
    const issue = async () => unwrap(await portal.createApiKey({ path: { appId } })).key;
    const second = await issue();
    service.clock.advance(day);
    // The developer's access token has expired by now.
    const owner = await service.issuer.token({ claims: { sub: await ownerOf(appId) } });
    const third = unwrap(await service.as(owner).createApiKey({ path: { appId } })).key;
    const state = async () => [await works(first), await works(second), await works(third)];
    expect(await state()).toEqual([true, true, true]);
    service.clock.advance(6 * day - 1);
    expect(await state()).toEqual([true, true, true]);
    service.clock.advance(1);
    expect(await state()).toEqual([false, true, true]);
    service.clock.advance(day);
    expect(await state()).toEqual([false, false, true]);
  });

  test('portal API keys: pages list every key once, newest first', async () => {
    const { appId, portal } = await service.createApp();
    for (let count = 0; count < 4; count++) {
      service.clock.advance(1);
      unwrap(await portal.createApiKey({ path: { appId } }));
    }
    const all = unwrap(await portal.listApiKeys({ path: { appId } }));
    expect([all.keys.length, all.nextCursor]).toEqual([5, null]);
    const listed: (typeof all.keys)[number][] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 2, ...(cursor && { cursor }) };
      const page = unwrap(await portal.listApiKeys({ path: { appId }, query }));
      listed.push(...page.keys);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(listed).toEqual(all.keys);
    expect(listed).toEqual(listed.toSorted((one, two) => two.createdAt.localeCompare(one.createdAt)));
    expect((await portal.listApiKeys({ path: { appId }, query: { cursor: 'mine' } })).status).toBe(400);
  });

  test('portal API keys: a revoked key fails at once, lists show prefixes only, and the database has hashes only', async () => {
    const { appId, key, portal } = await service.createApp();
    expect(await works(key)).toBe(true);
    const [listed] = unwrap(await portal.listApiKeys({ path: { appId } })).keys;
    expect(listed).toMatchObject({
      prefix: key.slice(0, 8),
      expiresAt: null,
      lastUsedAt: service.clock.now().toISOString(),
    });
    const rows = await service.db
      .selectFrom('notifications.api_keys')
      .selectAll()
      .where('app_id', '=', appId)
      .execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(8));
    const path = { appId, keyId: listed?.keyId ?? '' };
    expect((await portal.revokeApiKey({ path })).status).toBe(204);
    expect((await portal.revokeApiKey({ path })).status).toBe(404);
    expect(await works(key)).toBe(false);
  });
});

const ownerOf = async (appId: string): Promise<string> => {
  const row = await service.db
    .selectFrom('notifications.apps')
    .select('owner_sub')
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
  return row.owner_sub ?? '';
};

describe('webhook', () => {
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
  const ask = (query: { from?: string; to?: string }) => portal.getUsage({ path: { appId }, query });
  expect(unwrap(await ask({ to: '2026-02-28' }))).toEqual({ from: '2026-01-30', to: '2026-02-28', counts: [] });
  expect((await ask({ from: '2026-03-02', to: '2026-03-01' })).status).toBe(400);
  expect(unwrap(await ask({ to: '0000-01-02' }))).toMatchObject({ from: '0000-01-01' });
  expect((await ask({ from: '2026-01-01', to: '2026-04-02' })).status).toBe(200);
  expect((await ask({ from: '2026-01-01', to: '2026-04-03' })).status).toBe(400);
});

describe('permission', () => {
  test('permission prompts: three in 24 hours, then rate_limited; a granted consent needs none', async () => {
    const { appId } = await service.createApp('Night Bus');
    const sub = newAddress();
    const ask = async () => unwrap(await (await service.person(sub)).requestPermission({ path: { appId } }));
    const firstAt = service.clock.now().getTime();
    for (let prompt = 0; prompt < 3; prompt++) {
      expect(await ask()).toEqual({ appId, appName: 'Night Bus', status: 'prompt', nextPromptAt: null });
      service.clock.advance(1000);
    }
    expect(await ask()).toMatchObject({ status: 'rate_limited', nextPromptAt: new Date(firstAt + day).toISOString() });
    service.clock.advance(day - 3000);
    expect(await ask()).toMatchObject({ status: 'prompt' });
    unwrap(await (await service.person(sub)).setConsent({ path: { appId }, body: { status: 'granted' } }));
    expect(await ask()).toMatchObject({ status: 'granted', nextPromptAt: null });
  });

  test('consents: they are listed latest change first, and an unknown app gets 404', async () => {
    const host = await service.person();
    const apps = [await service.createApp('A'), await service.createApp('B'), await service.createApp('C')];
    for (const { appId } of apps) {
      service.clock.advance(1);
      unwrap(await host.setConsent({ path: { appId }, body: { status: 'granted' } }));
    }
    const first = unwrap(await host.listConsents({ query: { limit: 2 } }));
    const rest = unwrap(await host.listConsents({ query: { limit: 2, cursor: first.nextCursor ?? '' } }));
    expect([...first.consents, ...rest.consents].map(({ appName }) => appName)).toEqual(['C', 'B', 'A']);
    const path = { appId: randomUUID() };
    expect((await host.requestPermission({ path })).status).toBe(404);
    expect((await host.setConsent({ path, body: { status: 'granted' } })).status).toBe(404);
    expect((await host.setPresence({ body: path })).status).toBe(404);
    expect((await host.setPresence({ body: { appId: `urn:uuid:${path.appId}` } })).status).toBe(400);
  });
});

test('devices: a 51st device of a person deletes the oldest one', async () => {
  const host = await service.person();
  const ids: string[] = [];
  for (let index = 0; index < 51; index++) {
    service.clock.advance(1);
    ids.push(unwrap(await host.createDevice({ body: { transport: 'stream' } })).deviceId);
  }
  const remove = async (deviceId = '') => (await host.deleteDevice({ path: { deviceId } })).status;
  expect(await remove(ids[0])).toBe(404);
  expect(await remove(ids[1])).toBe(204);
  expect(await remove(ids[50])).toBe(204);
});
