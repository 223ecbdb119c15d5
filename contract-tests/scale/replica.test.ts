import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, startReplica, type ThrowAwayPostgres } from '../../scripts/postgres.ts';
import { createForumClient } from '../../generated/forum/client.ts';
import { unwrap } from '../../src/contract/client.ts';
import { openDatabase } from '../../src/service/database.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { forget, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { until } from '../fixtures/until.ts';
import { sql } from 'kysely';

describe.skipIf(findPostgres() === undefined)('the forum is read at a replica', () => {
  let primary: ThrowAwayPostgres;
  let replica: ThrowAwayPostgres;
  let platform: RunningPlatform;
  let agent: Agent;
  beforeAll(async () => {
    primary = await startPostgres();
    replica = await startReplica(primary);
    platform = await startPlatform({
      services: ['sso', 'forum'],
      env: { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url },
    });
    agent = await bindAgent(platform, { clientId: await testProvider(platform) });
    unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'Read elsewhere' } }));
  });
  afterAll(async () => {
    await platform.stop();
    await forget(platform);
    await replica.stop();
    await primary.stop();
  });

  const titles = async () => {
    const reader = createForumClient({ baseUrl: urlOf(platform, 'forum') });
    return unwrap(await reader.listPosts({ query: { sort: 'new' } })).posts.map(({ title }) => title);
  };
  const write = async (title: string) =>
    unwrap(await agent.forum.createPost({ body: { title, body: 'Written.', forum: 'kept' } })).post.id;
  const ask = async (statement: 'pg_wal_replay_pause' | 'pg_wal_replay_resume') => {
    const database = await openDatabase({ databaseUrl: replica.url, poolSize: 1 });
    await sql`select ${sql.raw(statement)}()`.execute(database.db);
    await database.close();
  };

  test('lists come from it; what it has not got yet is read by its id all the same', async () => {
    await write('First');
    await until(async () => (await titles()).includes('First'));
    await ask('pg_wal_replay_pause');
    const id = await write('Second');
    expect(await titles()).toEqual(['First']);
    expect(unwrap(await agent.forum.getPost({ path: { id } })).post.title).toBe('Second');
    await ask('pg_wal_replay_resume');
    await until(async () => (await titles()).length === 2);
  });

  test('while it is away the primary answers', async () => {
    await replica.kill();
    await write('Third');
    expect(await titles()).toEqual(['Third', 'Second', 'First']);
    await replica.restart();
    await write('Fourth');
    await until(async () => (await titles()).includes('Fourth'));
  });
});
