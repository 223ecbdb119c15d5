import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { diskFull, withFailingWrites } from '../../contract-tests/fixtures/runtime/failing-writes.ts';
import { unwrap } from '../typed-contract/client.ts';
import {
  startNotifications,
  type TestApp,
  type TestNotifications,
} from '../../contract-tests/fixtures/notifications/notifications-service.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let service: TestNotifications;
let app: TestApp;
beforeAll(async () => {
  service = await startNotifications();
  app = await service.createApp();
  unwrap(await app.portal.setWebhook({ path: app, body: { url: 'http://127.0.0.1:4999/hook' } }));
  // So that there is something to resume.
  await service.db.updateTable('notifications.webhooks').set({ paused_at: service.clock.now() }).execute();
});
afterAll(() => service.close());

/** Everything that developers change, but for when a key was used. */
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
  'an app': (portal) => portal.createApp({ body: { name: 'Coffee Corner' } }),
  'an API key': (portal, path) => portal.createApiKey({ path }),
  'a revoked API key': async (portal, path) => {
    const [key] = unwrap(await portal.listApiKeys({ path })).keys;
    return portal.revokeApiKey({ path: { ...path, keyId: key?.keyId ?? '' } });
  },
  'a webhook': (portal, path) => portal.setWebhook({ path, body: { url: 'http://127.0.0.1:4998/hook' } }),
  'a webhook that resumes': (portal, path) => portal.resumeWebhook({ path }),
  "a webhook's new key": (portal, path) => portal.rotateWebhookKey({ path }),
  'a webhook that is removed': (portal, path) => portal.deleteWebhook({ path }),
};

test.each(Object.entries(changes))('%s whose record cannot be written did not happen', async (_what, change) => {
  const path = { appId: app.appId };
  const before = await state();
  const { status } = await withFailingWrites(service.db, 'notifications.audit_events', diskFull, () =>
    change(app.portal, path),
  );
  expect(status).toBe(503);
  expect(await state()).toEqual(before);
});
