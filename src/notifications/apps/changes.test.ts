import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { diskFull, withFailingWrites } from '../../../contract-tests/fixtures/runtime/tables.ts';
import { unwrap } from '../../typed-contract/client.ts';
import {
  newAddress,
  startNotificationsService,
  type TestApp,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import contract from '../../../generated/notifications/spec.json' with { type: 'json' };
import { readOperations } from '../../runtime/contract/contract.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const service = useStarted(startNotificationsService);
let app: TestApp;
beforeAll(async () => {
  app = await service.createApp();
  unwrap(await app.portal.setWebhook({ path: app, body: { url: 'http://127.0.0.1:4999/hook' } }));
  // A paused webhook that can be resumed.
  await service.db.updateTable('notifications.webhooks').set({ paused_at: service.clock.now() }).execute();
});

/** All rows that developers change, except the last use of keys. */
async function state(): Promise<unknown> {
  const rows = ['apps', 'api_keys', 'webhooks'].map(async (table) => {
    const found = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - 'last_used_at' as row
      from ${sql.table(`notifications.${table}`)} t order by t::text`.execute(service.db);
    return [table, found.rows.map(({ row }) => row)];
  });
  return Object.fromEntries(await Promise.all(rows));
}

type Change = (portal: TestApp['portal'], path: { readonly appId: string }) => Promise<{ readonly status: number }>;

const changes: Record<string, Change> = {
  'creating an app': (portal) => portal.createApp({ body: { name: 'Coffee Corner' } }),
  'creating an API key': (portal, path) => portal.createApiKey({ path }),
  'revoking an API key': async (portal, path) => {
    const [key] = unwrap(await portal.listApiKeys({ path })).keys;
    return portal.revokeApiKey({ path: { ...path, keyId: key?.keyId ?? '' } });
  },
  'changing a webhook': (portal, path) => portal.setWebhook({ path, body: { url: 'http://127.0.0.1:4998/hook' } }),
  'resuming a webhook': (portal, path) => portal.resumeWebhook({ path }),
  'rotating a webhook key': (portal, path) => portal.rotateWebhookKey({ path }),
  'deleting a webhook': (portal, path) => portal.deleteWebhook({ path }),
};

test.each(Object.entries(changes))(
  'notifications audit: %s is rolled back when its audit event cannot be written',
  async (_what, change) => {
    const path = { appId: app.appId };
    const before = await state();
    const { status } = await withFailingWrites(service.db, 'notifications.audit_events', diskFull, () =>
      change(app.portal, path),
    );
    expect(status).toBe(503);
    expect(await state()).toEqual(before);
  },
);

const url = 'http://127.0.0.1:4999/hook';

/** Creates a developer with an app and a webhook, and sends requests with tokens whose `auth_time` is `ago` seconds old. */
async function developer() {
  const sub = newAddress();
  const now = service.clock.now().getTime() / 1000;
  const token = (ago: number | undefined) =>
    service.issuer.token({ claims: { sub, auth_time: ago === undefined ? undefined : now - ago } });
  const recent = service.as(await token(0));
  const { appId } = unwrap(await recent.createApp({ body: { name: 'Coffee Corner' } }));
  const { keyId } = unwrap(await recent.createApiKey({ path: { appId } }));
  unwrap(await recent.setWebhook({ path: { appId }, body: { url } }));
  const send = async (method: string, path: string, body: object | undefined, ago: number | undefined) => {
    const parameters: Record<string, string> = { appId, keyId, sub };
    const response = await fetch(service.url + path.replace(/\{(\w+)\}/g, (_all, name) => parameters[name] ?? ''), {
      method,
      headers: { authorization: `Bearer ${await token(ago)}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      challenge: response.headers.get('www-authenticate'),
      body: await response.text(),
    };
  };
  return { recent, path: { appId }, send };
}

const bodies: Readonly<Record<string, object>> = { setWebhook: { url }, setMember: { role: 'owner' } };
const confirmed = readOperations(contract).filter(
  ({ confirmation, security }) => confirmation !== undefined && security.some((one) => 'bearer' in one),
);

test('notifications: members, keys, webhook and deletion of an app need a confirmation', () => {
  expect(confirmed.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['setMember', 'deleteMember', 'createApiKey', 'setWebhook', 'deleteWebhook', 'deleteApp']),
  );
});

test.each(confirmed.map(({ operationId, method, path }) => [operationId, method, path] as const))(
  'notifications %s: a confirmation more than ten minutes ago, or at no known time, changes nothing',
  async (operationId, method, path) => {
    const { recent, path: at, send } = await developer();
    const before = await Promise.all([
      recent.getMembers({ path: at }),
      recent.listApiKeys({ path: at }),
      recent.getWebhook({ path: at }),
    ]);
    for (const ago of [601, undefined]) {
      const refused = await send(method, path, bodies[operationId], ago);
      expect(refused).toMatchObject({ status: 401, body: expect.stringContaining('insufficient_user_authentication') });
      expect(refused.challenge).toContain('Bearer error="insufficient_user_authentication", max_age="600"');
    }
    const after = await Promise.all([
      recent.getMembers({ path: at }),
      recent.listApiKeys({ path: at }),
      recent.getWebhook({ path: at }),
    ]);
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    const { status, body } = await send(method, path, bodies[operationId], 600);
    expect([status, body]).not.toEqual([401, expect.any(String)]);
  },
);
