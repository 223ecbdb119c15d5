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

test('PORTAL_CLIENTS: tokens of other applications get 403', async () => {
  const strict = await startNotificationsService({ portalClients: ['0'.repeat(32)] });
  const as = async (clientId: string) => strict.as(await strict.issuer.token({ claims: { client_id: clientId } }));
  expect((await (await as('0'.repeat(32))).listApps()).status).toBe(200);
  expect(await (await as('1'.repeat(32))).listApps()).toMatchObject({ status: 403, body: { code: 403 } });
  await strict.close();
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
