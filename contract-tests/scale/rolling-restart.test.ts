import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Fleet, startFleet } from '../fixtures/fleet.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData } from '../fixtures/platform.ts';
import { type Events, events, payments, type Traffic, trafficSettings } from '../fixtures/traffic.ts';
import { waitUntil } from '../fixtures/http.ts';

describe.skipIf(process.env['TEST_POOLER_URL'] === undefined)('two instances restart in turn under load', () => {
  let fleet: Fleet;
  let agent: Agent;
  let clientId: string;
  let sender: Events;
  let changes: readonly Traffic[];
  beforeAll(async () => {
    // Longer than the proxy's health check interval of 0.5 s.
    const services = ['sso', 'forum', 'backend', 'notifications'];
    fleet = await startFleet({ services, env: { ...trafficSettings, DRAIN_SECONDS: '2' } });
    clientId = await testProvider(fleet);
    agent = await bindAgent(fleet, { clientId });
    // A stopping instance finishes its deliveries, so no event is delivered twice.
    sender = await events(fleet, agent, 1);
    changes = [payments(fleet, agent), sender];
    unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'Acknowledged writes persist' } }));
  });
  afterAll(async () => {
    await fleet.stop();
    await sender.stop();
    await deletePlatformData(fleet);
  });

  test('rolling restart: no request fails, and every write exists once', async () => {
    const finished = new AbortController();
    const written: string[] = [];
    const failures: string[] = [];
    const expectStatus = async <Result extends { status: number }>(
      what: string,
      expected: number,
      response: Promise<Result>,
    ) => {
      const outcome = await response.catch((error: unknown) => ({ status: String(error) }));
      if (outcome.status !== expected) failures.push(`${what}: ${outcome.status}`);
    };
    const writer = async (name: string) => {
      for (let turn = 0; !finished.signal.aborted; turn += 1) {
        const title = `${name} ${turn}`;
        await expectStatus('write', 201, agent.forum.createPost({ body: { title, body: 'Written.', forum: 'kept' } }));
        written.push(title);
      }
    };
    const reader = async () => {
      while (!finished.signal.aborted) await expectStatus('read', 200, fetch(`${urlOf(fleet, 'forum')}/api/forums`));
    };
    let { refreshToken } = agent;
    let refreshed = 0;
    const refresher = async () => {
      while (!finished.signal.aborted) {
        const response = await agent.sso.exchangeToken({
          body: { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId },
        });
        if (response.status === 200) refreshToken = response.body.refresh_token ?? '';
        else return failures.push(`refresh: ${response.status}`);
        refreshed += 1;
      }
      return undefined;
    };

    const changed = new Map(changes.map(({ name }) => [name, 0]));
    const change = async ({ name, act }: Traffic) => {
      while (!finished.signal.aborted) {
        const status = await act();
        if (status !== 200 && status !== 202) failures.push(`${name}: ${status}`);
        changed.set(name, (changed.get(name) ?? 0) + 1);
      }
    };
    const load = Promise.all([writer('a'), writer('b'), reader(), refresher(), ...changes.map(change)]);
    for (const instance of fleet.instances) {
      const before = { written: written.length, refreshed };
      await waitUntil(() => written.length > before.written + 20 && refreshed > before.refreshed + 5);
      await instance.restart();
      // The next instance restarts once the proxy sends requests to this one.
      await waitUntil(
        async () => (await instance.servedRequests('forum')) > 0 && (await instance.servedRequests('sso')) > 0,
      );
    }
    const before = written.length;
    await waitUntil(() => written.length > before + 20);
    finished.abort();
    await load;

    expect(failures).toEqual([]);
    expect(Math.min(...changed.values())).toBeGreaterThan(20);
    for (const { check } of changes) await check();
    const { posts } = await allPosts(agent);
    expect(posts.sort()).toEqual(written.sort());
  });
});

async function allPosts({ forum }: Agent): Promise<{ posts: string[] }> {
  const posts: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { sort: 'new', limit: 100, ...(cursor !== undefined && { cursor }) } as const;
    const page = unwrap(await forum.listPosts({ query }));
    posts.push(...page.posts.map(({ title }) => title));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { posts };
}
