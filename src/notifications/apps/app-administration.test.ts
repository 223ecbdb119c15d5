import { expect, test } from 'vitest';
import {
  administratorKeys,
  startNotificationsService,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { unwrap } from '../../typed-contract/client.ts';

const service = useStarted(() => startNotificationsService({ allowedOrigins: ['https://platform.test'] }));

const operator = () =>
  createNotificationsClient({
    baseUrl: service.url,
    headers: { authorization: `Bearer ${administratorKeys.notifications}` },
  });

async function appWithWebhook(name: string, change: { paused_at?: Date; failing_since?: Date } = {}): Promise<string> {
  // Ids of one millisecond have no order.
  service.clock.advance(1_000);
  const { appId, portal } = await service.createApp(name);
  unwrap(await portal.setWebhook({ path: { appId }, body: { url: 'https://localhost/hooks/secret-path?token=1' } }));
  if (Object.keys(change).length > 0)
    await service.db.updateTable('notifications.webhooks').set(change).where('app_id', '=', appId).execute();
  return appId;
}

test('notifications listAllApps: apps of all developers with owner, and the webhook with its origin only', async () => {
  const appId = await appWithWebhook('Coffee Corner');
  service.clock.advance(1_000);
  const { appId: without } = await service.createApp('No webhook');
  const { apps } = unwrap(await operator().listAllApps());
  expect(apps.slice(0, 2).map((app) => app.appId)).toEqual([without, appId]);
  expect(apps[0]).not.toHaveProperty('webhook');
  expect(apps[1]).toMatchObject({
    name: 'Coffee Corner',
    owner: expect.stringMatching(/^[0-9a-f]{32}$/),
    webhook: { origin: 'https://localhost', state: 'active', failingSince: null, successRate: null, latencyMs: null },
  });
  expect(JSON.stringify(apps)).not.toContain('secret-path');
});

test('notifications listAllApps: the state of the webhook and the owner filter, and pages follow each other', async () => {
  const at = service.clock.now();
  const failing = await appWithWebhook('Failing', { failing_since: at });
  const paused = await appWithWebhook('Paused', { failing_since: at, paused_at: at });
  const healthy = await appWithWebhook('Healthy');
  const idsOf = async (webhook: 'healthy' | 'failing' | 'paused') =>
    unwrap(await operator().listAllApps({ query: { webhook } })).apps.map(({ appId }) => appId);
  expect(await idsOf('failing')).toEqual([failing]);
  expect(await idsOf('paused')).toEqual([paused]);
  expect((await idsOf('healthy'))[0]).toBe(healthy);

  const first = unwrap(await operator().listAllApps({ query: { limit: 1 } }));
  expect(first.apps.map(({ appId }) => appId)).toEqual([healthy]);
  const cursor = first.nextCursor ?? '';
  const second = unwrap(await operator().listAllApps({ query: { limit: 1, cursor } }));
  expect(second.apps.map(({ appId }) => appId)).toEqual([paused]);
  const owner = second.apps[0]?.owner ?? '';
  expect(unwrap(await operator().listAllApps({ query: { owner } })).apps.map(({ appId }) => appId)).toEqual([paused]);
});

test('notifications listAllApps: a deleted app is not listed', async () => {
  const appId = await appWithWebhook('Deleted');
  const deleted_at = service.clock.now();
  await service.db.updateTable('notifications.apps').set({ deleted_at }).where('id', '=', appId).execute();
  const { apps } = unwrap(await operator().listAllApps());
  expect(apps.map((app) => app.appId)).not.toContain(appId);
});

test.each([
  ['no key', {}, 401, 'Bearer'],
  ['an unknown key', { authorization: `Bearer adm_${'x'.repeat(43)}` }, 401, 'Bearer error="invalid_token"'],
  ['a developer', undefined, 401, 'Bearer error="invalid_token"'],
  [
    'a key without the scope',
    { authorization: `Bearer ${administratorKeys.owners}` },
    403,
    'Bearer error="insufficient_scope", scope="notifications"',
  ],
])('notifications listAllApps: %s is refused', async (_who, headersOfCase, status, challenge) => {
  const headers = headersOfCase ?? { authorization: `Bearer ${await service.issuer.token()}` };
  const refused = await fetch(`${service.url}/api/v1/admin/apps`, { headers });
  expect([refused.status, refused.headers.get('www-authenticate'), await refused.json()]).toEqual([
    status,
    challenge,
    { code: status, message: expect.any(String) },
  ]);
});

test.each(['?webhook=broken', '?owner=me', '?cursor=nothing', '?limit=0'])(
  'notifications listAllApps: %s is 400',
  async (query) => {
    const refused = await fetch(`${service.url}/api/v1/admin/apps${query}`, {
      headers: { authorization: `Bearer ${administratorKeys.notifications}` },
    });
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 1001 }]);
  },
);

test('notifications listAllApps: pages of the web area may call it, others may not', async () => {
  const preflight = async (origin: string) =>
    fetch(`${service.url}/api/v1/admin/apps`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
  const allowed = await preflight('https://platform.test');
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://platform.test');
  expect((await preflight('https://attacker.example')).headers.get('access-control-allow-origin')).toBeNull();
});
