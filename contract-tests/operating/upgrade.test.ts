import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bucketOf, bucketOfId } from '../../src/runtime/database/bucket.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { createForumClient } from '../../generated/forum/client.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { areaServices } from '../../src/composition/platform-services.ts';
import { type Database, openDatabase } from '../../src/runtime/database/database.ts';
import { migrate } from '../../src/runtime/database/migrations.ts';
import { root } from '../fixtures/compose.ts';
import { bindAgent, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';

const client = '0000000a0000000000000000000000a1';
const owner = '0000000b0000000000000000000000b1';
const agentKey = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
const post = '0193a6c0-0000-7000-8000-0000000000c1';

/** Inserts rows in the format of the first migrations. */
async function writeRows(db: Database['db']): Promise<void> {
  await sql`insert into sso.clients (address, name, redirect_uris, allowed_origins, reach, created_at)
    values (${client}, 'Kept application', '{}', '{}', 'platform', '2026-01-01Z')`.execute(db);
  await sql`insert into sso.owners (sub, created_at) values (${owner}, '2026-01-01Z')`.execute(db);
  await sql`insert into sso.audit_events (bucket, at, event, request_id, owner_sub, details)
    values (${bucketOf(owner)}, '2026-01-01Z', 'device_enrolled', 'req-first', ${owner}, '{}')`.execute(db);
  await sql`insert into forum.forums (id, name, description, fingerprint, owner, post_count, created_at)
    values (${post}, 'kept', 'From the first release', ${agentKey}, ${owner}, 1, '2026-01-01Z')`.execute(db);
  await sql`insert into forum.posts (bucket, id, forum, title, body, fingerprint, owner, created_at)
    values (${bucketOfId(post)}, ${post}, 'kept', 'Old post', 'Still here.', ${agentKey}, ${owner}, '2026-01-01Z')`.execute(
    db,
  );
  await sql`insert into backend.users (bucket, id, platform_id, created_at, updated_at)
    values (${bucketOf(owner)}, ${post}, ${owner}, '2026-01-01Z', '2026-01-01Z')`.execute(db);
  await sql`insert into notifications.apps (id, owner_sub, name, created_at)
    values (${post}, ${owner}, 'Kept app', '2026-01-01Z')`.execute(db);
}

/** Counts the rows of each table. */
async function countRows(db: Database['db'], tables: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db);
    counts[table] = rows[0]?.count ?? 0;
  }
  return counts;
}

describe.skipIf(findPostgres() === undefined)('an upgrade from the first migration to the newest', () => {
  let postgres: TemporaryPostgres;
  let database: Database;
  beforeAll(async () => {
    postgres = await startPostgres();
    database = await openDatabase({ databaseUrl: postgres.url, poolSize: 2 });
  });
  afterAll(async () => {
    await database.close();
    await postgres.stop();
  });

  const runMigrate = () =>
    promisify(execFile)('node', [join(root, 'scripts/migrate.ts')], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: postgres.url },
    });

  test('upgrade: the new release requires npm run migrate, which keeps all rows', async () => {
    const environment = { DATABASE_URL: postgres.url, RUN_MIGRATIONS: 'false' };
    await expect(startPlatform({ services: ['sso'], env: environment })).rejects.toThrow(
      'The tables of sso are not up to date.',
    );

    for (const [name, { migrations }] of Object.entries(areaServices))
      await migrate(database, name, migrations.slice(0, 1));
    await writeRows(database.db);
    const { rows } = await sql<{ name: string }>`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('sso', 'forum', 'backend', 'notifications') and table_name not like 'migrations%'`.execute(
      database.db,
    );
    const tables = rows.map(({ name }) => name);
    const before = await countRows(database.db, tables);
    const { stdout } = await runMigrate();
    for (const [name, { migrations }] of Object.entries(areaServices))
      expect(stdout).toMatch(new RegExp(`^${name} +${migrations.at(-1)?.name}$`, 'm'));
    expect(await countRows(database.db, tables)).toEqual(before);

    const platform = await startPlatform({ services: ['sso', 'forum'], env: environment });
    const forum = createForumClient({ baseUrl: urlOf(platform, 'forum') });
    expect(unwrap(await forum.getPost({ path: { id: post } })).post).toMatchObject({
      title: 'Old post',
      forum: 'kept',
    });
    // A client of before signs in.
    const agent = await bindAgent(platform, { clientId: client });
    unwrap(await agent.forum.createComment({ path: { id: post }, body: { body: 'From the new release.' } }));
    await expect(sql`truncate sso.audit_events`.execute(database.db)).rejects.toThrow('never changed');
    const sso = createSsoClient({ baseUrl: urlOf(platform, 'sso') });
    expect((await sso.getJwks()).status).toBe(200);
    await platform.stop();
    await deletePlatformData(platform);
  });

  test('upgrade: an older release does not migrate a newer database, but serves it', async () => {
    await runMigrate();
    await sql`insert into forum.migrations (name, timestamp) values ('9999-from-the-future', 'now')`.execute(
      database.db,
    );
    const env = { DATABASE_URL: postgres.url };
    const message = 'A newer release has migrated the tables of forum: this release does not have 9999-from-the-future';
    await expect(runMigrate()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    await expect(startPlatform({ services: ['forum'], env: { ...env, RUN_MIGRATIONS: 'true' } })).rejects.toThrow(
      message,
    );

    const beside = await startPlatform({ services: ['forum'], env: { ...env, RUN_MIGRATIONS: 'false' } });
    expect((await fetch(`${urlOf(beside, 'forum')}/readyz`)).status).toBe(200);
    await beside.stop();
    await deletePlatformData(beside);
  });
});
