import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../fixtures/compose.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';

const roles = ['platform_owner', 'sso', 'forum', 'backend', 'notifications', 'web'] as const;

describe.skipIf(findPostgres() === undefined)('the jobs of compose.yaml on PostgreSQL', () => {
  let postgres: TemporaryPostgres;
  const passwords = Object.fromEntries(roles.map((role) => [role, `${randomBytes(8).toString('hex')}'"\\`]));
  const urlOf = (role: string, password = passwords[role] ?? ''): string => {
    const url = new URL(postgres.url);
    url.username = role;
    url.password = encodeURIComponent(password);
    return url.href;
  };
  const applyRoles = () =>
    execFileSync(process.execPath, ['scripts/roles.ts', '--apply'], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        DATABASE_URL: postgres.url,
        ...Object.fromEntries(roles.map((role) => [`${role.toUpperCase()}_PASSWORD`, passwords[role]])),
      },
    });
  async function as(role: string, password: string | undefined, statement: string) {
    const client = new Client({ connectionString: urlOf(role, password) });
    await client.connect();
    return client.query(statement).finally(() => client.end());
  }

  beforeAll(async () => {
    postgres = await startPostgres({
      hba: ['local all all trust', 'host all platform 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256'],
    });
    applyRoles();
    const env = { ...process.env, DATABASE_URL: urlOf('platform_owner') };
    execFileSync(process.execPath, ['scripts/migrate.ts'], { cwd: root, env });
  }, 120_000);
  afterAll(() => postgres.stop());

  test('roles --apply: it is repeatable and prints no password', () => {
    const printed = applyRoles();
    for (const role of roles) {
      expect(printed).toContain(`${role}: rights and password are set`);
      expect(printed).not.toContain(passwords[role]);
    }
  });

  test('roles --apply: each role signs in with its password only', async () => {
    for (const role of roles) {
      expect((await as(role, undefined, 'select current_user')).rows).toEqual([{ current_user: role }]);
      await expect(as(role, 'wrong', 'select 1')).rejects.toThrow(/password authentication failed/);
    }
  });

  test('database role web: it may connect, and read nothing', async () => {
    for (const table of ['sso.owners', 'forum.posts', 'backend.users', 'notifications.apps'])
      await expect(as('web', undefined, `select * from ${table}`)).rejects.toThrow(/permission denied/);
  });

  test('database role web: the web service runs with it', async () => {
    const platform = await startPlatform({
      services: ['web'],
      env: { DATABASE_URL: urlOf('web'), RUN_MIGRATIONS: 'false', SSO_ADMIN_KEY: '' },
    });
    expect((await fetch(platform.urls['web'] ?? '')).status).toBe(200);
    await platform.stop();
    await deletePlatformData(platform);
  });

  test('roles --apply: without DATABASE_URL it says what is missing, with exit code 1', () => {
    const env = { ...process.env, DATABASE_URL: '' };
    const { status, stderr } = spawnSync(process.execPath, ['scripts/roles.ts', '--apply'], { cwd: root, env });
    expect([status, stderr.toString()]).toEqual([1, expect.stringContaining('DATABASE_URL is not set')]);
  });
});
