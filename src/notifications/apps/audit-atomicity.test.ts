import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { diskFull, withFailingWrites } from '../../../contract-tests/fixtures/runtime/failing-writes.ts';
import { unwrap } from '../../typed-contract/client.ts';
import {
  startNotificationsService,
  type TestApp,
  type TestNotifications,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';

let service: TestNotifications;
let app: TestApp;
beforeAll(async () => {
  service = await startNotificationsService();
  app = await service.createApp();
  unwrap(await app.portal.setWebhook({ path: app, body: { url: 'http://127.0.0.1:4999/hook' } }));
  // A paused webhook that can be resumed.
  await service.db.updateTable('notifications.webhooks').set({ paused_at: service.clock.now() }).execute();
});
afterAll(() => service.close());

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
