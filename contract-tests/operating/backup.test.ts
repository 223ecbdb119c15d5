import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createForumClient } from '../../generated/forum/client.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { commandsOf, root } from '../fixtures/compose.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

const services = ['sso', 'forum'];

/** State before a backup: a bound agent, a post, and the headers of a request whose proof is used. */
interface Before {
  readonly agent: Agent;
  readonly clientId: string;
  readonly postId: string;
  readonly used: Readonly<Record<string, string>>;
}

async function createState(platform: RunningPlatform): Promise<Before> {
  const clientId = await testProvider(platform);
  const agent = await bindAgent(platform, { clientId });
  unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'It is in the backup' } }));
  const { post } = unwrap(await agent.forum.createPost({ body: { title: 'Before', body: 'Kept.', forum: 'kept' } }));
  const used = await agent.headers('GET', `${urlOf(platform, 'forum')}/api/agent-auth`);
  expect((await fetch(`${urlOf(platform, 'forum')}/api/agent-auth`, { headers: used })).status).toBe(200);
  return { agent, clientId, postId: post.id, used };
}

/** To be called soon after `createState`: a minute later the proof is stale, used or not. */
async function expectUsedProof(platform: RunningPlatform, { used }: Before): Promise<void> {
  const replayed = await fetch(`${urlOf(platform, 'forum')}/api/agent-auth`, { headers: used });
  expect(await replayed.json()).toMatchObject({ code: 'replayed_proof_jti' });
}

async function expectState(platform: RunningPlatform, { agent, clientId, postId }: Before): Promise<void> {
  const { post } = unwrap(await agent.forum.getPost({ path: { id: postId } }));
  expect(post.title).toBe('Before');

  const body = { grant_type: 'refresh_token', refresh_token: agent.refreshToken, client_id: clientId } as const;
  const { access_token: accessToken } = unwrap(await agent.sso.exchangeToken({ body }));
  expect(accessToken).not.toBe(agent.accessToken);
  const middleware = [dpopMiddleware({ keypair: agent.key, accessToken: () => accessToken })];
  const forum = createForumClient({ baseUrl: urlOf(platform, 'forum'), middleware });
  unwrap(await forum.createPost({ body: { title: 'After', body: 'It goes on.', forum: 'kept' } }));
  expect(unwrap(await forum.listPosts({ query: { sort: 'new' } })).posts.map(({ title }) => title)).toEqual([
    'After',
    'Before',
  ]);
}

/** Runs commands of the operating guide unchanged. */
function shell(commands: string, cwd: string, env: NodeJS.ProcessEnv): void {
  execFileSync('bash', ['-euc', commands], { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
}

describe.skipIf(findPostgres() === undefined)('a backup of PostgreSQL', () => {
  const masterKey = randomBytes(32).toString('base64url');
  const giveToRoles = commandsOf('Backup and restore', 'roles');
  let directory: string;
  let postgres: TemporaryPostgres;
  let original: RunningPlatform;
  let before: Before;
  let restored: string;
  let path: NodeJS.ProcessEnv;
  /** Agents that refreshed, and signed out, after the dump. */
  let refreshed: Agent;
  let signedOut: Agent;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'backup-'));
    postgres = await startPostgres();
    const env = { DATABASE_URL: postgres.url, MASTER_KEY: masterKey };
    original = await startPlatform({ services, env });
    before = await createState(original);

    const url = new URL(postgres.url);
    url.pathname = '/platform_restored';
    restored = url.href;
    // pg_dump connects without the pooler and without connection parameters.
    const steps = {
      DATABASE_URL: 'postgres://platform@pooler.invalid/postgres',
      DATABASE_DIRECT_URL: postgres.url,
      SERVER_URL: postgres.url,
      RESTORED_URL: `${restored}?sslmode=prefer`,
    };
    path = { PATH: `${findPostgres()}${delimiter}${process.env['PATH']}` };
    const another = () => bindAgent(original, { clientId: before.clientId, owner: before.agent.owner });
    const first = await another();
    signedOut = await another();
    // The tables belong to a role that an empty server lacks.
    shell(giveToRoles, root, { ...path, RESTORED_URL: postgres.url });
    // The dump is taken while the platform runs.
    shell(commandsOf('Backup and restore', 'pg_dump'), directory, { ...steps, ...path });
    refreshed = { ...first, refreshToken: unwrap(await refresh(first)).refresh_token ?? '' };
    const revocation = { token: signedOut.refreshToken, client_id: before.clientId };
    expect((await signedOut.sso.revokeToken({ body: revocation })).status).toBe(200);
    await original.stop();
    shell(commandsOf('Backup and restore', 'pg_restore'), directory, { ...steps, ...path });
  });
  afterAll(async () => {
    await postgres.stop();
    await deletePlatformData(original);
    rmSync(directory, { recursive: true, force: true });
  });

  const refresh = ({ sso, refreshToken }: Agent) =>
    sso.exchangeToken({
      body: { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: before.clientId },
    });

  const startOn = (env: NodeJS.ProcessEnv) =>
    startPlatform({
      services,
      after: original,
      // A new data directory and no migrations: only the backup provides state.
      env: { DATA_DIR: join(directory, 'elsewhere'), DATABASE_URL: restored, RUN_MIGRATIONS: 'false', ...env },
    });

  test('backup: after a restore with the same master key sessions continue, posts exist, and used proofs stay used', async () => {
    const platform = await startOn({});
    await expectUsedProof(platform, before);
    await expectState(platform, before);
    expect(await platform.stop()).toBe(0);
  });

  test('backup: changes after the dump are lost: a refreshed token is unknown, and an ended session is active again', async () => {
    const platform = await startOn({});
    expect((await refresh(refreshed)).status).toBe(400);
    const { refresh_token: back = '' } = unwrap(await refresh(signedOut));
    const commands = commandsOf('Backup and restore', 'update sso.sessions');
    shell(commands, directory, { ...path, RESTORED_URL: restored });
    expect((await refresh({ ...signedOut, refreshToken: back })).status).toBe(400);
    expect(await platform.stop()).toBe(0);
  });

  test('backup: on an empty server the services continue with a role each, and no other role owns anything', async () => {
    const empty = await startPostgres();
    try {
      const urlAs = (role: string) => Object.assign(new URL(empty.url), { username: role, pathname: '/platform' }).href;
      const RESTORED_URL = urlAs('platform');
      const steps = { ...path, SERVER_URL: empty.url, RESTORED_URL };
      shell(commandsOf('Backup and restore', 'pg_restore'), directory, steps);
      shell(giveToRoles, root, steps);
      const schema = (url: string) =>
        execFileSync('pg_dump', ['--schema-only', url], { env: { ...process.env, ...path }, encoding: 'utf8' })
          // Random in every dump.
          .replaceAll(/^\\(un)?restrict .*$/gm, '');
      const restoredSchema = schema(RESTORED_URL);
      expect(restoredSchema).toBe(schema(postgres.url));
      expect(restoredSchema).not.toContain('OWNER TO platform;');

      const platform = await startOn({
        DATABASE_URL: '',
        SSO_DATABASE_URL: urlAs('sso'),
        FORUM_DATABASE_URL: urlAs('forum'),
      });
      await expectState(platform, before);
      expect(await platform.stop()).toBe(0);
    } finally {
      await empty.stop();
    }
  });

  test('backup: after a restore with another master key the platform does not start and names the missing key', async () => {
    await expect(startOn({ MASTER_KEY: randomBytes(32).toString('base64url') })).rejects.toThrow(
      'cannot be decrypted with this master key. Add the key that encrypted it to MASTER_KEY',
    );
  });
});

test('backup: a copy of the embedded database, made while the platform is stopped, works', async () => {
  const env = { DATABASE_URL: '', MASTER_KEY: '' };
  const original = await startPlatform({ services, env });
  const before = await createState(original);
  await original.stop();

  const commands = commandsOf('Backup and restore', 'cp --archive');
  shell(commands, tmpdir(), { DATA_DIR: original.dataDir });
  const DATA_DIR = `${original.dataDir}.copy`;
  expect(() => shell(commands, tmpdir(), { DATA_DIR: original.dataDir })).toThrow('File exists');
  expect(readdirSync(DATA_DIR)).toEqual(readdirSync(original.dataDir));
  const copy = await startPlatform({ services, after: original, env: { ...env, DATA_DIR } });
  await expectUsedProof(copy, before);
  await expectState(copy, before);
  await copy.stop();
  await deletePlatformData(original);
  rmSync(DATA_DIR, { recursive: true });
});
