import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createForumClient } from '../../generated/forum/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Agent, bindAgent, testProvider } from '../fixtures/identity.ts';
import { commandsOf } from '../fixtures/compose.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { waitUntil } from '../fixtures/http.ts';

describe.skipIf(findPostgres() === undefined)('move of an area to another server', () => {
  let shared: TemporaryPostgres;
  let own: TemporaryPostgres;
  let provider: RunningPlatform;
  let forum: RunningPlatform;
  let agent: Agent;
  let directory: string;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'move-'));
    [shared, own] = await Promise.all([startPostgres({ settings: ['wal_level=logical'] }), startPostgres()]);
    provider = await startPlatform({ services: ['sso'], env: { DATABASE_URL: shared.url } });
    const FORUM_PORT = String(await freePort());
    const env = { DATABASE_URL: shared.url, SSO_BASE_URL: provider.urls['sso'], FORUM_PORT };
    forum = await startPlatform({ services: ['forum'], env });
    agent = await bindAgent({ urls: { ...provider.urls, ...forum.urls } }, { clientId: await testProvider(provider) });
    unwrap(await agent.forum.createForum({ body: { name: 'moved', description: 'From one server to another' } }));
  });
  afterAll(async () => {
    await forum.stop();
    await provider.stop();
    await deletePlatformData(forum);
    await deletePlatformData(provider);
    await own.stop();
    await shared.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Runs commands of the operating guide, in a folder whose `npm run` is the repository's. */
  const run = async (word: string) => {
    const root = resolve(import.meta.dirname, '..', '..');
    const commands = commandsOf('Growing', word).replace(/^npm run --silent (\S+) --/m, `node ${root}/scripts/$1.ts`);
    await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: directory,
      env: {
        ...process.env,
        PATH: `${findPostgres()}${delimiter}${process.env['PATH']}`,
        SHARED_URL: shared.url,
        FORUM_URL: own.url,
      },
    });
  };

  test('Growing: the forum moves to a server of its own while an agent posts, and no acknowledged post is lost', async () => {
    const acknowledged: string[] = [];
    const ended = new AbortController();
    const baseUrl = forum.urls['forum'] ?? '';
    const write = async () => {
      const client = createForumClient({
        baseUrl,
        middleware: [dpopMiddleware({ keypair: agent.key, accessToken: () => agent.accessToken })],
      });
      for (let number = 0; !ended.signal.aborted; number += 1) {
        const body = { title: `Post ${number}`, body: `Number ${number}.`, forum: 'moved' };
        const sent = await client.createPost({ body }).catch(() => undefined);
        if (sent?.status === 201) acknowledged.push(unwrap(sent).post.id);
      }
    };
    const writer = write();
    await waitUntil(() => acknowledged.length > 5);
    await run('create publication');
    const before = acknowledged.length;
    await waitUntil(() => acknowledged.length > before + 5);
    await forum.stop();
    await run('drop subscription');
    const moved = acknowledged.length;
    forum = await startPlatform({
      services: ['forum'],
      after: forum,
      env: { FORUM_DATABASE_URL: own.url, RUN_MIGRATIONS: 'false' },
    });
    await waitUntil(() => acknowledged.length > moved + 5);
    ended.abort();
    await writer;

    const reader = createForumClient({ baseUrl });
    for (const id of acknowledged) expect((await reader.getPost({ path: { id } })).status).toBe(200);
  });
});
