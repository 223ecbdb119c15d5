import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { createServerDatabase } from '../fixtures/runtime/test-database.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';

test.each(['migrate', 'rotate-master-key', 'rotate-push-key'])(
  '%s: in production without DATABASE_URL no embedded database is opened',
  async (program) => {
    const cwd = await mkdtemp(join(tmpdir(), 'no-database-'));
    const env = { PATH: process.env['PATH'], NODE_ENV: 'production' };
    const script = resolve(import.meta.dirname, '..', '..', 'scripts', `${program}.ts`);
    const { status, stderr } = spawnSync(process.execPath, [script], { cwd, env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('DATABASE_URL is not set') });
    expect(await readdir(cwd)).toEqual([]);
    await rm(cwd, { recursive: true });
  },
);

describe.skipIf(findPostgres() === undefined)('npm run migrate', () => {
  let postgres: TemporaryPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): string[] =>
    execFileSync(process.execPath, [`scripts/${program}.ts`, ...args], {
      cwd: resolve(import.meta.dirname, '..', '..'),
      env: { ...process.env, DATABASE_URL: postgres.url, ...env },
      encoding: 'utf8',
    })
      .split('\n')
      .filter(Boolean);
  const migrate = (...args: readonly string[]): string[] => run('migrate', args, {});

  test('migrate: --dry-run and --status list what is pending and change nothing', () => {
    expect(migrate('--dry-run')).toContainEqual(expect.stringMatching(/^forum +0001-initial$/));
    expect(migrate('--status')).toContainEqual(expect.stringMatching(/^sso +none, pending: 0001-initial/));
  });

  test.each([
    ['database', 'nowhere', 'Create the database, or correct the path of DATABASE_URL'],
    ['role', 'nobody', 'Correct the user of DATABASE_URL'],
  ])('migrate: a %s that PostgreSQL does not have is named, with the setting', (part, name, remedy) => {
    const url = new URL(postgres.url);
    if (part === 'role') url.username = name;
    else url.pathname = name;
    const { status, stderr } = spawnSync(process.execPath, ['scripts/migrate.ts', '--status'], {
      cwd: resolve(import.meta.dirname, '..', '..'),
      env: { ...process.env, DATABASE_URL: url.href },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`"${name}" does not exist. ${remedy}`)]);
  });

  test('migrate: after a run nothing is pending', () => {
    expect(migrate()).toContainEqual(expect.stringMatching(/^sso +\d{4}-\S+$/));
    expect(migrate('--dry-run')).toEqual([]);
  });

  test('migrate: areas with databases of their own are migrated there, and only the named ones; roles follow them', async () => {
    const own = await createServerDatabase(postgres.url);
    const env = { FORUM_DATABASE_URL: own };
    expect(run('migrate', ['forum'], env)).toEqual([expect.stringMatching(/^forum +\d{4}-/)]);
    expect(run('migrate', ['--status', 'backend'], { DATABASE_URL: own })).toEqual([
      expect.stringMatching(/^backend +none, pending: 0001-initial/),
    ]);
    expect(run('roles', ['--apply', 'forum'], env)).toContain('forum: rights are set, the password is unchanged');
    const database = await openDatabase({ databaseUrl: own, poolSize: 1 });
    try {
      const { rows } = await sql<{ name: string; owner: string }>`
        select nspname as name, nspowner::regrole::text as owner from pg_namespace
        where nspname in ('sso', 'forum', 'backend', 'notifications')`.execute(database.db);
      expect(rows).toEqual([{ name: 'forum', owner: 'platform_owner' }]);
    } finally {
      await database.close();
    }
  });
});
