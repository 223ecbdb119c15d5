import { execFile, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createForumClient } from '../../generated/forum/client.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { createAreaDatabases, deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { type Agent, bindAgent, urlOf } from '../fixtures/identity.ts';
import { type Pooler, startPooler } from '../fixtures/servers.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { waitUntil } from '../fixtures/http.ts';

const root = resolve(import.meta.dirname, '..', '..');
const hasPooler = spawnSync('sh', ['-c', 'command -v pgbouncer']).status === 0;

describe.skipIf(findPostgres() === undefined)('four databases on two servers, in one process', () => {
  /** Of provider and backend, and of forum and notifications. */
  let servers: readonly [TemporaryPostgres, TemporaryPostgres];
  let poolers: readonly Pooler[] = [];
  let platform: RunningPlatform;
  let agent: Agent;
  beforeAll(async () => {
    servers = [await startPostgres(), await startPostgres()];
    if (hasPooler) poolers = await Promise.all(servers.map(({ url }) => startPooler(url)));
    const [first, second] = servers;
    const databases = await createAreaDatabases(
      { url: first.url, pooler: poolers[0]?.through(first.url) },
      { url: second.url, pooler: poolers[1]?.through(second.url) },
    );
    platform = await startPlatform({ env: { ...databases, DEMO_DATA: 'true' } });
    agent = await bindAgent(platform);
    unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'On the second server' } }));
  });
  afterAll(async () => {
    await platform.stop();
    await deletePlatformData(platform);
    for (const pooler of poolers) await pooler.stop();
    for (const server of servers) await server.stop();
  });

  const statusOf = async (service: string, path: string) => (await fetch(`${urlOf(platform, service)}${path}`)).status;
  const reader = () => createForumClient({ baseUrl: urlOf(platform, 'forum') });
  const invoice = '/api/invoices/inv-00000000-0000-4000-8000-000000000000';
  const statistics = async () =>
    (await createNotificationsClient({ baseUrl: urlOf(platform, 'notifications') }).getStatistics()).status;
  const userinfo = async () => {
    const url = `${urlOf(platform, 'sso')}/oauth/userinfo`;
    return (await fetch(url, { headers: await agent.headers('GET', url) })).status;
  };

  test('databases: each has the tables of its area only', async () => {
    for (const [setting, area] of Object.entries({
      DATABASE_DIRECT_URL: 'sso',
      FORUM_DATABASE_DIRECT_URL: 'forum',
      BACKEND_DATABASE_DIRECT_URL: 'backend',
      NOTIFICATIONS_DATABASE_DIRECT_URL: 'notifications',
    })) {
      const database = await openDatabase({ databaseUrl: platform.env[setting], poolSize: 1 });
      const { rows } = await sql<{ name: string }>`select nspname::text as name from pg_namespace
        where nspname in ('sso', 'forum', 'backend', 'notifications')`.execute(database.db);
      await database.close();
      expect(rows).toEqual([{ name: area }]);
    }
  });

  test('databases: the doctor checks each of them, Redis and NATS', () => {
    const unreachable = { REDIS_URL: 'redis://127.0.0.1:1', NATS_URL: 'nats://127.0.0.1:1' };
    const { stdout } = spawnSync(process.execPath, [join(root, 'scripts/doctor.ts')], {
      env: { ...platform.env, ...unreachable },
      encoding: 'utf8',
    });
    for (const area of ['sso', 'forum', 'backend', 'notifications']) {
      expect(stdout).toContain(`ok  the database responds and is PostgreSQL 15 or later (${area})\n`);
      expect(stdout).toContain(`ok  no migration is pending (${area})\n`);
    }
    expect(stdout).toMatch(/^Redis stores used proofs and evicts none: .+/m);
    expect(stdout).toMatch(/^NATS carries events between processes: .+/m);
  });

  test('databases: the demo succeeds', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'scripts/demo.ts')], {
      env: platform.env,
    });
    expect(stdout).toMatch(/The demo succeeded\. Every step above was checked\.\n$/);
  });

  test('databases: without the second server its areas respond 503, the others go on, and all recover', async () => {
    await servers[1].kill();
    expect(await userinfo()).toBe(200);
    expect(await statusOf('backend', invoice)).toBe(404);
    expect(await statusOf('forum', '/api/posts')).toBe(503);
    expect(await statistics()).toBe(503);
    expect([await statusOf('sso', '/readyz'), await statusOf('forum', '/readyz')]).toEqual([200, 503]);
    await servers[1].restart();
    await waitUntil(async () => (await statusOf('forum', '/api/posts')) === 200 && (await statistics()) === 200);
    unwrap(await agent.forum.createPost({ body: { title: 'After', body: 'It is back.', forum: 'kept' } }));
  });

  test('databases: without the first server nobody signs in, the forum is read and written, and all recover', async () => {
    await servers[0].kill();
    expect(await statusOf('forum', '/api/posts')).toBe(200);
    expect(await statistics()).toBe(200);
    expect(await userinfo()).toBe(503);
    expect(await statusOf('backend', invoice)).toBe(503);
    // Key set and status list are remembered for the time that the provider takes to restart.
    unwrap(await agent.forum.createPost({ body: { title: 'Meanwhile', body: 'Written.', forum: 'kept' } }));
    await servers[0].restart();
    await waitUntil(async () => (await userinfo()) === 200 && (await statusOf('backend', invoice)) === 404);
    expect(unwrap(await reader().listPosts({ query: { forum: 'kept' } })).posts).toHaveLength(2);
  });
});
