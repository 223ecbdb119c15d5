import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, finishSignIn, startSignIn, testProvider, urlOf } from '../fixtures/identity.ts';
import { commandsOf } from '../fixtures/compose.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';

const root = resolve(import.meta.dirname, '..', '..');
const services = ['sso', 'forum', 'backend', 'notifications'];
const newMasterKey = () => randomBytes(32).toString('base64url');

describe.skipIf(findPostgres() === undefined)('rotation of secrets', () => {
  let postgres: TemporaryPostgres;
  beforeAll(async () => {
    // Every role needs its password, except for the superuser.
    postgres = await startPostgres({
      hba: ['local all all trust', 'host all platform 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256'],
    });
  });
  afterAll(() => postgres.stop());
  const sql = async (statement: string): Promise<readonly unknown[]> => {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    return client
      .query(statement)
      .then(({ rows }) => rows)
      .finally(() => client.end());
  };

  test('MASTER_KEY: in every step of a rotation earlier sessions, keys and started sign-ins stay valid', async () => {
    const [former, next] = [newMasterKey(), newMasterKey()];
    const SETTLED_HOOK_URL = 'https://shop.example/settled';
    const env = (MASTER_KEY: string) => ({ DATABASE_URL: postgres.url, MASTER_KEY, SETTLED_HOOK_URL });
    const first = await startPlatform({ services, env: env(former) });
    const running = [first];
    try {
      const clientId = await testProvider(first);
      let agent = await bindAgent(first, { clientId });
      const kids = await keyIds(first);
      const pushKey = await pushKeyOf(first);
      const hookKey = await hookKeyOf(first);
      let pending = await startSignIn(agent.sso, { clientId, jkt: agent.key.jkt });
      let current = first;
      /** Replaces the process, then uses everything that the former one issued. */
      const continueWith = async (masterKey: string) => {
        await current.stop();
        current = await startPlatform({ services, after: first, env: env(masterKey) });
        running.push(current);
        await agent.owner.decide(pending.deepLink, 'approve');
        await finishSignIn(agent.sso, pending, clientId);
        agent = await refreshed(agent, clientId);
        pending = await startSignIn(agent.sso, { clientId, jkt: agent.key.jkt });
        expect(await keyIds(current)).toEqual(kids);
        expect(await pushKeyOf(current)).toBe(pushKey);
        expect(await hookKeyOf(current)).toEqual(hookKey);
      };
      await continueWith(`${former},${next}`);
      await continueWith(`${next},${former}`);
      const rotate = commandsOf('Rotate secrets', 'rotate-master-key');
      const run = () =>
        execFileSync('bash', ['-euc', rotate], {
          cwd: root,
          encoding: 'utf8',
          env: { ...process.env, ...env(`${next},${former}`) },
        });
      expect(run()).toMatch(/sso\.signing_keys\.\w+ +1 encrypted again, 0 already/);
      expect(run()).toMatch(/sso\.signing_keys\.\w+ +0 encrypted again, 1 already/);
      await continueWith(next);
      await current.stop();
      await expect(startPlatform({ services, after: first, env: env(former) })).rejects.toThrow(
        /cannot be decrypted with this master key/,
      );
    } finally {
      for (const platform of running) await platform.stop();
      await deletePlatformData(first);
    }
  }, 180_000);

  test('VAPID key: the command of the guide replaces it in the running service, which keeps the former key for its devices', async () => {
    await sql('drop schema if exists sso, forum, backend, notifications cascade');
    const env = { DATABASE_URL: postgres.url, MASTER_KEY: newMasterKey() };
    const run = (more = '') =>
      execFileSync('bash', ['-euc', `${commandsOf('Rotate secrets', 'rotate-push-key').trim()} ${more}`], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, ...env },
      });
    expect(() => run()).toThrow(/Command failed/);
    const platform = await startPlatform({ services: ['sso', 'notifications'], env });
    try {
      const former = await pushKeyOf(platform);
      expect(run('-- --status')).toMatch(/current, 0 devices\n$/);
      expect(await pushKeyOf(platform)).toBe(former);
      const printed = run();
      const [next = ''] = /^\S{87}(?= .*current, 0 devices$)/m.exec(printed) ?? [];
      expect(await pushKeyOf(platform)).toBe(JSON.stringify({ publicKey: next }));
      expect(await pushKeyOf(platform)).not.toBe(former);
      expect(printed).toMatch(/^\S{87} .*replaced \S+, 0 devices$/m);
      expect(printed).not.toContain(env.MASTER_KEY);
    } finally {
      await platform.stop();
      await deletePlatformData(platform);
    }
  }, 120_000);

  test('SSO_ADMIN_KEY: after its replacement the former key is refused, and named administrators stay', async () => {
    const env = { DATABASE_URL: postgres.url, MASTER_KEY: newMasterKey() };
    await sql('drop schema if exists sso, forum, backend, notifications cascade');
    const first = await startPlatform({ services: ['sso'], env });
    const admin = (...args: readonly string[]) =>
      JSON.parse(
        execFileSync(process.execPath, ['scripts/admin.ts', ...args], { cwd: root, encoding: 'utf8', env: first.env }),
      ) as { readonly key: string };
    const { key: named } = admin('create', '--name', 'Desk', '--scope', 'audit', '--expires', '1d');
    await first.stop();
    const replaced = randomBytes(32).toString('base64url');
    const second = await startPlatform({ services: ['sso'], after: first, env: { ...env, SSO_ADMIN_KEY: replaced } });
    try {
      const audit = async (key: string) =>
        (await fetch(`${urlOf(second, 'sso')}/api/v1/audit`, { headers: { authorization: `Bearer ${key}` } })).status;
      expect(await Promise.all([first.adminKey, replaced, named].map(audit))).toEqual([401, 200, 200]);
    } finally {
      await second.stop();
      await deletePlatformData(first);
    }
  }, 120_000);

  test('database passwords: a service continues with a second role, and the first one can be dropped', async () => {
    await sql('drop schema if exists sso, forum, backend, notifications cascade');
    const urlOfRole = (role: string, password: string) => {
      const url = new URL(postgres.url);
      return Object.assign(url, { username: role, password }).href;
    };
    await sql(execFileSync(process.execPath, ['scripts/roles.ts'], { cwd: root, encoding: 'utf8' }));
    execFileSync(process.execPath, ['scripts/migrate.ts'], {
      cwd: root,
      env: { ...process.env, DATABASE_URL: postgres.url },
    });
    await sql(execFileSync(process.execPath, ['scripts/roles.ts'], { cwd: root, encoding: 'utf8' }));
    await sql(`create role forum_1 login in role forum password 'first'`);
    const withRole = { services: ['forum'], env: { RUN_MIGRATIONS: 'false', SSO_BASE_URL: 'http://localhost:1' } };
    const first = await startPlatform({
      ...withRole,
      env: { ...withRole.env, DATABASE_URL: urlOfRole('forum_1', 'first') },
    });
    const forums = async (platform: RunningPlatform) => (await fetch(`${urlOf(platform, 'forum')}/api/forums`)).status;
    expect(await forums(first)).toBe(200);
    await sql(commandOf('create role forum_2'));
    await sql(`alter role forum_2 password 'second'`);
    const second = await startPlatform({
      ...withRole,
      env: { ...withRole.env, DATABASE_URL: urlOfRole('forum_2', 'second') },
    });
    expect(await forums(first)).toBe(200);
    expect(await forums(second)).toBe(200);
    await first.stop();
    await sql('drop role forum_1');
    expect(await forums(second)).toBe(200);
    await second.stop();
    await deletePlatformData(second);
    await expect(
      startPlatform({ ...withRole, env: { ...withRole.env, DATABASE_URL: urlOfRole('forum_2', 'first') } }),
    ).rejects.toThrow(/password authentication failed/);
  }, 120_000);
});

/** The statement of the guide that begins with these words. */
function commandOf(beginning: string): string {
  const [, statement = ''] =
    new RegExp(`--command="(${beginning}[^"]*)"`).exec(commandsOf('Rotate secrets', beginning)) ?? [];
  return statement;
}

async function refreshed(agent: Agent, clientId: string): Promise<Agent> {
  const body = { grant_type: 'refresh_token', refresh_token: agent.refreshToken, client_id: clientId } as const;
  const { refresh_token: refreshToken = '' } = unwrap(await agent.sso.exchangeToken({ body }));
  return { ...agent, refreshToken };
}

async function keyIds(platform: RunningPlatform): Promise<readonly string[]> {
  const { keys } = (await (await fetch(`${urlOf(platform, 'sso')}/oauth/jwks`)).json()) as {
    readonly keys: readonly { readonly kid: string }[];
  };
  expect(keys.length).toBeGreaterThan(0);
  return keys.map(({ kid }) => kid);
}

async function hookKeyOf(platform: RunningPlatform): Promise<unknown> {
  const response = await fetch(`${urlOf(platform, 'backend')}/.well-known/settled-hook-key`);
  expect(response.status).toBe(200);
  return response.json();
}

async function pushKeyOf(platform: RunningPlatform): Promise<unknown> {
  return (await fetch(`${urlOf(platform, 'notifications')}/api/v1/host/push-key`)).text();
}
