import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Fleet, startFleet } from '../fixtures/fleet.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { forget } from '../fixtures/platform.ts';
import { type Events, events, payments, type Traffic, trafficSettings } from '../fixtures/traffic.ts';
import { waitUntil } from '../fixtures/runtime/wait-until.ts';

describe.skipIf(process.env['TEST_POOLER_URL'] === undefined)('two instances restart in turn under load', () => {
  let fleet: Fleet;
  let agent: Agent;
  let clientId: string;
  let sender: Events;
  let changes: readonly Traffic[];
  beforeAll(async () => {
    // Longer than the proxy takes to notice: it asks twice a second.
    const services = ['sso', 'forum', 'backend', 'notifications'];
    fleet = await startFleet({ services, env: { ...trafficSettings, DRAIN_SECONDS: '2' } });
    clientId = await testProvider(fleet);
    agent = await bindAgent(fleet, { clientId });
    // An instance that stops finishes what it has in its hands: nothing is sent twice.
    sender = await events(fleet, agent, 1);
    changes = [payments(fleet, agent), sender];
    unwrap(await agent.forum.createForum({ body: { name: 'kept', description: 'What was answered is there' } }));
  });
  afterAll(async () => {
    await fleet.stop();
    await sender.stop();
    await forget(fleet);
  });

  test('rolling restart: no request fails, and every write exists once', async () => {
    const over = new AbortController();
    const written: string[] = [];
    const failures: string[] = [];
    const ask = async <Answer extends { status: number }>(
      what: string,
      expected: number,
      response: Promise<Answer>,
    ) => {
      const outcome = await response.catch((error: unknown) => ({ status: String(error) }));
      if (outcome.status !== expected) failures.push(`${what}: ${outcome.status}`);
    };
    const writer = async (name: string) => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const title = `${name} ${turn}`;
        await ask('write', 201, agent.forum.createPost({ body: { title, body: 'Written.', forum: 'kept' } }));
        written.push(title);
      }
    };
    const reader = async () => {
      while (!over.signal.aborted) await ask('read', 200, fetch(`${urlOf(fleet, 'forum')}/api/forums`));
    };
    let { refreshToken } = agent;
    let refreshed = 0;
    const refresher = async () => {
      while (!over.signal.aborted) {
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
      while (!over.signal.aborted) {
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
      // The next one may go when the proxy has seen that this one is back.
      await waitUntil(async () => (await instance.answered('forum')) > 0 && (await instance.answered('sso')) > 0);
    }
    const before = written.length;
    await waitUntil(() => written.length > before + 20);
    over.abort();
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
