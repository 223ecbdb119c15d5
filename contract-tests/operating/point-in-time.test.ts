import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, testProvider } from '../fixtures/identity.ts';
import { commandsOf, operatingPage } from '../fixtures/compose.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { findPostgres, startPostgres, startRestoredPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';

const services = ['sso', 'forum'];

describe.skipIf(findPostgres() === undefined)('point-in-time recovery', () => {
  const masterKey = randomBytes(32).toString('base64url');
  let directory: string;
  let primary: TemporaryPostgres;
  let restored: TemporaryPostgres | undefined;
  let platform: RunningPlatform;
  let agent: Agent;
  let paths: Readonly<Record<'WAL_ARCHIVE' | 'BASE_BACKUP', string>>;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'point-in-time-'));
    // The server and this process are different users.
    chmodSync(directory, 0o777);
    const archive = mkdtempSync(join(directory, 'archive-'));
    chmodSync(archive, 0o777);
    paths = { WAL_ARCHIVE: archive, BASE_BACKUP: join(directory, 'base') };
    const [, command = ''] = /^archive_command = '(.*)'$/m.exec(operatingPage) ?? [];
    primary = await startPostgres({
      settings: ['archive_mode=on', `archive_command=${command.replaceAll('/backup/wal', archive)}`],
    });
    platform = await startPlatform({ services, env: { DATABASE_URL: primary.url, MASTER_KEY: masterKey } });
    agent = await bindAgent(platform, { clientId: await testProvider(platform) });
    unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'It is restored' } }));
  });
  afterAll(async () => {
    await platform.stop();
    await deletePlatformData(platform);
    await restored?.stop();
    await primary.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  const post = async (title: string) => {
    unwrap(await agent.forum.createPost({ body: { title, body: 'Written.', forum: 'kept' } }));
  };
  const query = async (
    statement: string,
    { url }: TemporaryPostgres = primary,
  ): Promise<Readonly<Record<string, string>>> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client
      .query(statement)
      .then(({ rows }) => rows[0] ?? {})
      .finally(() => client.end());
  };

  test('point-in-time recovery: what was written after the base backup and before the chosen time is restored, later changes are not', async () => {
    await post('Before the base backup');
    const env = { ...paths, DATABASE_URL: primary.url };
    primary.shell(commandsOf('Backup and restore', 'pg_basebackup'), env);
    await post('After the base backup');
    const { at: RESTORE_TO = '' } = await query('select clock_timestamp()::text as at');
    await post('By mistake');
    const { segment = '' } = await query('select pg_walfile_name(pg_switch_wal()) as segment');
    await expect
      .poll(
        async () => ((await query('select last_archived_wal as last from pg_stat_archiver'))['last'] ?? '') >= segment,
      )
      .toBe(true);
    await platform.stop();

    restored = await startRestoredPostgres(commandsOf('Backup and restore', 'recovery_target_time'), {
      ...paths,
      RESTORE_TO,
    });
    const server = restored;
    await expect
      .poll(async () => (await query('select pg_is_in_recovery()::text as recovering', server))['recovering'])
      .toBe('false');
    platform = await startPlatform({
      services,
      after: platform,
      env: { DATABASE_URL: restored.url, MASTER_KEY: masterKey, RUN_MIGRATIONS: 'false' },
    });
    const { posts } = unwrap(await agent.forum.listPosts({ query: { sort: 'new' } }));
    expect(posts.map(({ title }) => title)).toEqual(['After the base backup', 'Before the base backup']);
    // Sessions continue, and the restored database accepts writes.
    await post('After the recovery');
  });
});
