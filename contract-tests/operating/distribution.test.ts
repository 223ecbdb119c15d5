import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { distribution } from '../../src/composition/distribution.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { type RunningBackend, startBackend } from '../fixtures/backend.ts';
import { bindAgent, testProvider } from '../fixtures/identity.ts';
import { type RunningNotifications, startNotifications } from '../fixtures/notifications.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { createPlanLog, type PlanLog, scansOf } from '../fixtures/plan-log.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';

/** auto_explain settings that log the plan of every statement and make the planner prefer indexes. */
const explaining = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_format=json',
  'auto_explain.log_verbose=on',
  'enable_seqscan=off',
  'log_line_prefix=@@ ',
];

describe.skipIf(findPostgres() === undefined)("the statements of requests, from the database's log", () => {
  let postgres: TemporaryPostgres;
  let plans: PlanLog;
  beforeAll(async () => {
    plans = createPlanLog();
    postgres = await startPostgres({ settings: explaining, onLog: plans.hear });
  });
  afterAll(() => postgres.stop());

  test('distribution: every statement contains the distribution column of its tables, except the listed fan-out reads', async () => {
    const env = { DATABASE_URL: postgres.url };
    const root = resolve(import.meta.dirname, '..', '..');
    // Not synchronously: the server waits until its log is read.
    await promisify(execFile)('node', [join(root, 'scripts/migrate.ts')], { env: { ...process.env, ...env } });
    await allLogged(postgres.url, plans);
    const migrating = plans.heard().length;
    const platform = await startPlatform({ services: ['sso', 'forum'], env });
    await signInAndWrite(platform);
    await platform.stop();
    await deletePlatformData(platform);
    const backend = await startBackend({ env });
    await buy(backend);
    await backend.stop();
    const notifications = await startNotifications({ env });
    await notify(notifications);
    await notifications.stop();
    await allLogged(postgres.url, plans);

    const scans = plans.heard().slice(migrating).flatMap(scansOf);
    const tables = new Set(scans.map(({ table }) => table));
    for (const table of ['sso.sessions', 'sso.refresh_tokens', 'forum.posts', 'backend.payment_intents']) {
      expect(tables).toContain(table);
    }
    const without = scans.filter(({ table, conditions }) => {
      const placement = distribution[table];
      if (placement === undefined || 'copied' in placement) return false;
      const columns = [placement.by, ...Object.keys(placement.fanOut ?? {})];
      return !columns.some((column) => new RegExp(`\\b${column}\\b`).test(conditions));
    });
    expect(without.map(({ table, conditions, statement }) => `${table}: ${conditions}\n${statement}`)).toEqual([]);
  });
});

async function signInAndWrite(platform: RunningPlatform): Promise<void> {
  const clientId = await testProvider(platform);
  const [author, other] = [await bindAgent(platform, { clientId }), await bindAgent(platform, { clientId })];
  const body = { grant_type: 'refresh_token', refresh_token: author.refreshToken, client_id: clientId } as const;
  const { refresh_token: next = '' } = unwrap(await author.sso.exchangeToken({ body }));
  unwrap(await author.forum.createForum({ body: { name: 'spread', description: 'Over many nodes' } }));
  const write = (title: string) => author.forum.createPost({ body: { title, body: 'Text.', forum: 'spread' } });
  const { post } = unwrap(await write('Kept'));
  const { post: gone } = unwrap(await write('Deleted'));
  const path = { id: post.id };
  const { comment } = unwrap(await other.forum.createComment({ path, body: { body: 'First.' } }));
  unwrap(await author.forum.createComment({ path, body: { body: 'Answer.', parentId: comment.id } }));
  for (const value of [1, -1, 0] as const) {
    unwrap(await other.forum.voteOnPost({ path, body: { value } }));
    unwrap(await author.forum.voteOnComment({ path: { id: comment.id }, body: { value } }));
  }
  unwrap(await author.forum.deletePost({ path: { id: gone.id } }));
  unwrap(await author.forum.getPost({ path }));
  for (const sort of ['hot', 'new', 'top'] as const) {
    unwrap(await author.forum.listPosts({ query: { sort } }));
    unwrap(await author.forum.listPosts({ query: { sort, forum: 'spread' } }));
  }
  unwrap(await author.forum.listForums({}));
  unwrap(await author.forum.getAgent({ path: { fingerprint: author.key.jkt } }));
  unwrap(await author.sso.revokeToken({ body: { token: next, client_id: clientId } }));
}

async function buy(backend: RunningBackend): Promise<void> {
  const buyer = await backend.buyer();
  unwrap(await buyer.getMe());
  const body = { productId: 'coins-100-usdc' };
  const { invoice } = unwrap(await buyer.createInvoice({ body, headers: { 'Idempotency-Key': randomUUID() } }));
  const intent = unwrap(await backend.anonymous.getInvoice({ path: { invoice } }));
  await backend.deliver({ invoice, recipient: intent.recipient, status: 'finalized' });
  unwrap(await buyer.listTransactions({}));
}

async function notify(service: RunningNotifications): Promise<void> {
  const receiver = await startReceiver();
  const app = await service.app(receiver.url);
  const { sub, host } = await service.recipient(app.appId);
  const body = { sessionAddress: sub, body: 'Ready.' };
  unwrap(await app.sender.sendNotification({ body, headers: { 'Idempotency-Key': randomUUID() } }));
  unwrap(await app.sender.getConsent({ query: { sessionAddress: sub } }));
  await receiver.until(1);
  unwrap(await host.listConsents({}));
  unwrap(await app.portal.listDeliveries({ path: { appId: app.appId } }));
  unwrap(await app.portal.getUsage({ path: { appId: app.appId } }));
  await receiver.close();
}

/** Waits until the log contains all statements: runs a marker statement and waits for its line. */
async function allLogged(databaseUrl: string, plans: PlanLog): Promise<void> {
  const marker = `last statement ${randomUUID()}`;
  const database = await openDatabase({ databaseUrl, poolSize: 1 });
  await sql`select ${marker}::text`.execute(database.db);
  await database.close();
  await expect.poll(() => plans.text().includes(marker)).toBe(true);
}
