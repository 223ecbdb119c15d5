import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { type Agent, bindAgent, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { type Events, events, payments, refreshes, type Traffic, trafficSettings } from '../fixtures/traffic.ts';
import { waitUntil } from '../fixtures/http.ts';

interface Written {
  readonly title: string;
  readonly status: number;
  readonly retryAfter: string | null;
}

describe.skipIf(findPostgres() === undefined)('PostgreSQL is killed and restarted under load', () => {
  let postgres: TemporaryPostgres;
  let platform: RunningPlatform;
  let agent: Agent;
  let sender: Events;
  let changes: readonly Traffic[];
  beforeAll(async () => {
    postgres = await startPostgres();
    const services = ['sso', 'forum', 'backend', 'notifications'];
    platform = await startPlatform({ services, env: { ...trafficSettings, DATABASE_URL: postgres.url } });
    agent = await bindAgent(platform);
    // A delivery in progress when the database is killed may be repeated once.
    sender = await events(platform, agent, 2);
    changes = [payments(platform, agent), refreshes(platform, await bindAgent(platform)), sender];
    unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'Acknowledged writes persist' } }));
  });
  afterAll(async () => {
    await platform.stop();
    await deletePlatformData(platform);
    await sender.stop();
    await postgres.stop();
  });

  test('database restart: errors are 503 with Retry-After, readiness is false, no write is lost or repeated, and the platform recovers', async () => {
    const written: Written[] = [];
    const stopWriting = new AbortController();
    const writer = async (name: string) => {
      for (let index = 0; !stopWriting.signal.aborted; index += 1) {
        const title = `${name} ${index}`;
        const { status, headers } = await agent.forum.createPost({ body: { title, body: 'Written.', forum: 'kept' } });
        written.push({ title, status, retryAfter: headers.get('retry-after') });
      }
    };
    const accepted = () => written.filter(({ status }) => status === 201).length;
    const readiness = async () => (await fetch(`${urlOf(platform, 'forum')}/readyz`)).status;

    const statuses = new Set<number | undefined>();
    const change = async ({ act }: Traffic) => {
      while (!stopWriting.signal.aborted) statuses.add(await act());
    };
    const writing = Promise.all([...['a', 'b'].map(writer), ...changes.map(change)]);
    await waitUntil(() => accepted() >= 20);
    expect(await readiness()).toBe(200);

    await postgres.kill();
    await waitUntil(() => written.some(({ status }) => status !== 201));
    expect(await readiness()).toBe(503);

    await postgres.restart();
    await waitUntil(async () => (await readiness()) === 200);
    const before = accepted();
    await waitUntil(() => accepted() >= before + 20);
    stopWriting.abort();
    await writing;

    const refused = written.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || !(Number(retryAfter) > 0))).toEqual([]);
    const kept = await titles(agent);
    expect(new Set(kept).size).toBe(kept.length);
    expect(written.filter(({ title, status }) => status === 201 && !kept.includes(title))).toEqual([]);

    expect(statuses).toEqual(new Set([200, 202, 503]));
    for (const { check } of changes) await check();
  }, 240_000);
});

async function titles({ forum }: Agent): Promise<readonly string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { sort: 'new', limit: 100, ...(cursor !== undefined && { cursor }) } as const;
    const { posts, nextCursor } = unwrap(await forum.listPosts({ query }));
    found.push(...posts.map(({ title }) => title));
    if (nextCursor === null || nextCursor === undefined) return found;
    cursor = nextCursor;
  }
}
