import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, startReplica, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { createForumClient } from '../../generated/forum/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { bindAgent, testProvider, urlOf, type Agent } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform, type RunningPlatform } from '../fixtures/platform.ts';
import { waitUntil } from '../fixtures/http.ts';
import { type Relay, startRelay } from '../fixtures/relay.ts';
import { sql } from 'kysely';

describe.skipIf(findPostgres() === undefined)('forum with a read replica', () => {
  let primary: TemporaryPostgres;
  let replica: TemporaryPostgres;
  let relay: Relay;
  let platform: RunningPlatform;
  let agent: Agent;
  beforeAll(async () => {
    primary = await startPostgres();
    replica = await startReplica(primary);
    relay = await startRelay(new URL(replica.url));
    platform = await startPlatform({
      services: ['sso', 'forum'],
      env: { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: relay.url },
    });
    agent = await bindAgent(platform, { clientId: await testProvider(platform) });
    unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'Read elsewhere' } }));
  });
  afterAll(async () => {
    await platform.stop();
    await deletePlatformData(platform);
    await relay.stop();
    await replica.stop();
    await primary.stop();
  });

  const titles = async () => {
    const reader = createForumClient({ baseUrl: urlOf(platform, 'forum') });
    return unwrap(await reader.listPosts({ query: { sort: 'new' } })).posts.map(({ title }) => title);
  };
  const write = async (title: string) =>
    unwrap(await agent.forum.createPost({ body: { title, body: 'Written.', forum: 'kept' } })).post.id;
  const lag = async () =>
    /^database_replica_lag_seconds\{.*\} (.+)$/m.exec(
      await (await fetch(`${urlOf(platform, 'forum')}/metrics`)).text(),
    )?.[1];
  const callOnReplica = async (statement: 'pg_wal_replay_pause' | 'pg_wal_replay_resume') => {
    const database = await openDatabase({ databaseUrl: replica.url, poolSize: 1 });
    await sql`select ${sql.raw(statement)}()`.execute(database.db);
    await database.close();
  };

  test('replica: lists are read from the replica; a post that it lacks is read by id from the primary', async () => {
    await write('First');
    await waitUntil(async () => (await titles()).includes('First'));
    await callOnReplica('pg_wal_replay_pause');
    const id = await write('Second');
    expect(await titles()).toEqual(['First']);
    expect(Number(await lag())).toBeGreaterThan(0);
    expect(unwrap(await agent.forum.getPost({ path: { id } })).post.title).toBe('Second');
    await callOnReplica('pg_wal_replay_resume');
    await waitUntil(async () => (await titles()).length === 2);
    await waitUntil(async () => (await lag()) === '0');
  });

  test('replica: reads fall back to the primary when the replica is stopped', async () => {
    await replica.kill();
    await write('Third');
    expect(await titles()).toEqual(['Third', 'Second', 'First']);
    expect(await lag()).toBe('+Inf');
    await replica.restart();
    await write('Fourth');
    await waitUntil(async () => (await titles()).includes('Fourth'));
  });

  test('replica: reads fall back to the primary when the replica times out, and later ones without the timeout', async () => {
    await write('Fifth');
    await waitUntil(async () => (await titles()).includes('Fifth'));
    relay.drop();
    await write('Sixth');
    const before = performance.now();
    for (let read = 0; read < 50; read += 1) expect((await titles())[0]).toBe('Sixth');
    // Only one read waits for the timeout, or two if the pause before the next attempt ends meanwhile.
    expect(performance.now() - before).toBeLessThan(15_000);
    relay.restore();
    await write('Seventh');
    await waitUntil(async () => (await titles()).includes('Seventh'));
  });
});
