import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindAgent, testProvider } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';

const root = resolve(import.meta.dirname, '..', '..');
const services = ['sso', 'forum', 'backend', 'notifications'] as const;

describe.skipIf(findPostgres() === undefined)('database roles', () => {
  let postgres: TemporaryPostgres;
  const urlOf = (role: string): string => {
    const url = new URL(postgres.url);
    url.username = role;
    return url.href;
  };
  const applyRoles = async () => {
    const sql = execFileSync(process.execPath, ['scripts/roles.ts'], { cwd: root, encoding: 'utf8' });
    await as('platform', sql);
  };
  async function as(role: string, statement: string): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: urlOf(role) });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    postgres = await startPostgres();
    await applyRoles();
    execFileSync(process.execPath, ['scripts/migrate.ts'], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: urlOf('platform_owner') },
    });
    await applyRoles();
  }, 120_000);
  afterAll(() => postgres.stop());

  test.each(services)('database role %s: it can read nothing of the other services', async (service) => {
    for (const other of services.filter((name) => name !== service)) {
      const [table] = (await as(
        'platform',
        `select tablename from pg_tables where schemaname = '${other}' order by tablename limit 1`,
      )) as { tablename: string }[];
      await expect(as(service, `select * from ${other}.${table?.tablename}`)).rejects.toThrow(/permission denied/);
    }
  });

  test.each(services)('database role %s: it cannot change tables, migrations or other roles', async (service) => {
    await expect(as(service, `create table ${service}.own (id int)`)).rejects.toThrow(/permission denied/);
    await expect(as(service, `create table public.own (id int)`)).rejects.toThrow(/permission denied/);
    await expect(as(service, `delete from ${service}.migrations`)).rejects.toThrow(/permission denied/);
    await expect(as(service, `drop schema ${service} cascade`)).rejects.toThrow(/must be owner/);
    await expect(as(service, 'create role another')).rejects.toThrow(/permission denied/);
  });

  test.each(['sso', 'notifications'])('database role %s: it cannot change or truncate audit rows', async (service) => {
    await expect(as(service, `update ${service}.audit_events set at = now()`)).rejects.toThrow(/permission denied/);
    await expect(as(service, `truncate ${service}.audit_events`)).rejects.toThrow(/permission denied/);
    await expect(as(service, `alter table ${service}.audit_events disable trigger all`)).rejects.toThrow(
      /must be owner/,
    );
  });

  test('database roles: each service runs with its own role and secrets, and an agent signs in and posts', async () => {
    const running: RunningPlatform[] = [];
    const startWithRole = async (name: (typeof services)[number], env: NodeJS.ProcessEnv) => {
      const platform = await startPlatform({
        services: [name],
        env: { DATABASE_URL: urlOf(name), RUN_MIGRATIONS: 'false', ...env },
      });
      running.push(platform);
      return platform;
    };
    try {
      const sso = await startWithRole('sso', {});
      const SSO_BASE_URL = sso.urls['sso'] ?? '';
      const withoutSecrets = { SSO_ADMIN_KEY: '', MASTER_KEY: '' };
      const forum = await startWithRole('forum', { SSO_BASE_URL, ...withoutSecrets });
      const backend = await startWithRole('backend', { SSO_BASE_URL, ...withoutSecrets });
      for (const { dataDir } of [forum, backend]) expect(await readdir(dataDir)).not.toContain('master.key');
      await startWithRole('notifications', { SSO_BASE_URL, SSO_ADMIN_KEY: '' });

      const agent = await bindAgent({ urls: { ...sso.urls, ...forum.urls } }, { clientId: await testProvider(sso) });
      const body = { name: 'roles', description: 'Written with the role of the forum' };
      expect(unwrap(await agent.forum.createForum({ body })).forum.name).toBe('roles');
    } finally {
      for (const platform of running.reverse()) {
        await platform.stop();
        await deletePlatformData(platform);
      }
    }
  }, 120_000);
});
