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
import { startBackend, type RunningBackend } from '../fixtures/backend.ts';
import { bindAgent, testProvider } from '../fixtures/identity.ts';
import { startNotifications, type RunningNotifications } from '../fixtures/notifications.ts';
import { deletePlatformData, startPlatform, type RunningPlatform } from '../fixtures/platform.ts';
import { startReceiver } from '../fixtures/client/receiver.ts';

/** A statement and its plan, in the JSON format of auto_explain. */
export interface ExplainedStatement {
  readonly 'Query Text': string;
  readonly Plan: PlanNode;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly Schema?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
  readonly [detail: string]: unknown;
}

/** A scan of a table. */
export interface Scan {
  /** Name of the table with its schema. */
  readonly table: string;
  /** Conditions of the scan and of the joins around it. */
  readonly conditions: string;
  readonly statement: string;
}

export type PlanLog = ReturnType<typeof createPlanLog>;

/** Collects plans from the log of a server with `log_line_prefix` `@@ ` and auto_explain in JSON. */
export function createPlanLog() {
  const lines: string[] = [];
  const text = () => lines.join('\n');
  return {
    hear: (line: string) => void lines.push(line),
    text,
    heard: (): readonly ExplainedStatement[] =>
      text()
        .split(/^@@ /m)
        .flatMap((record) => {
          const [, plan] = /^LOG: {2}duration: \S+ ms {2}plan:\s*(\{[\s\S]*\})\s*$/.exec(record) ?? [];
          return plan === undefined ? [] : [JSON.parse(plan)];
        }),
  };
}

const conditionNames = [
  'Index Cond',
  'Recheck Cond',
  'Filter',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Sort Key',
  'Presorted Key',
];

export function scansOf({ 'Query Text': statement, Plan }: ExplainedStatement): Scan[] {
  const scans: Scan[] = [];
  const visit = (node: PlanNode, above: string) => {
    const own = conditionNames.flatMap((name) => (name in node ? [JSON.stringify(node[name])] : []));
    // The index condition of a bitmap scan is in the node below the one that names the table.
    const below = (node.Plans ?? []).filter((child) => child['Node Type'].startsWith('Bitmap')).map(bitmapConditions);
    const conditions = [above, ...own, ...below].filter(Boolean).join(' and ');
    const reads =
      node['Node Type'].endsWith('Scan') && node.Schema !== undefined && node['Relation Name'] !== undefined;
    // A page of a whole table has no condition, only an order.
    const order = /\border by .*/.exec(statement)?.[0] ?? '';
    if (reads) {
      scans.push({ table: `${node.Schema}.${node['Relation Name']}`, conditions: conditions || order, statement });
    }
    for (const child of node.Plans ?? []) visit(child, conditions);
  };
  visit(Plan, '');
  return scans;
}

const bitmapConditions = (node: PlanNode): string =>
  [JSON.stringify(node['Index Cond']) ?? '', ...(node.Plans ?? []).map(bitmapConditions)].join(' and ');

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
