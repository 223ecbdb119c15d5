import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { fetchFromInstance, waitUntil } from '../fixtures/http.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { hasRedis, type TemporaryRedis, startRedisCluster, type TemporaryRedisCluster } from '../fixtures/servers.ts';

const services = ['sso', 'forum'];
const onServer = process.env['TEST_DATABASE_URL'] !== undefined;
const run = promisify(execFile);
type Headers = Readonly<Record<string, string>>;

describe.runIf(hasRedis && onServer)('used proofs in a Redis cluster', () => {
  let redis: TemporaryRedisCluster;
  let platform: RunningPlatform;
  let second: RunningPlatform;
  let secondFetch: typeof globalThis.fetch;
  let agent: Agent;
  beforeAll(async () => {
    redis = await startRedisCluster();
    // Each process knows another node: one that is killed, and the replica.
    platform = await startPlatform({ services, env: { REDIS_URL: redis.masters[0].url } });
    const [sso, forum] = [await freePort(), await freePort()];
    const ports = { SSO_PORT: String(sso), FORUM_PORT: String(forum) };
    second = await startPlatform({ services, after: platform, env: { ...ports, REDIS_URL: redis.replica.url } });
    secondFetch = fetchFromInstance(forum);
    // Proofs that are not newer than the first sight of the masters are refused: here that of the start.
    const firstSight = Math.ceil(Date.now() / 1000);
    await waitUntil(() => Date.now() / 1000 > firstSight + 3);
    agent = await bindAgent(platform, { clientId: await testProvider(platform) });
    await waitUntil(areAllAccepted);
  });
  afterAll(async () => {
    await second.stop();
    await platform.stop();
    await deletePlatformData(platform);
    await redis.stop();
  });

  const url = () => `${urlOf(platform, 'forum')}/api/agent-auth`;
  const use = async (headers: Headers, send = globalThis.fetch) => (await send(url(), { headers })).status;
  /** Enough that each master has some. */
  const fresh = () => Promise.all(Array.from({ length: 40 }, () => agent.headers('GET', url())));
  /** Half of them at each process. */
  const useAll = (proofs: readonly Headers[], first = 0) =>
    Promise.all(proofs.map((proof, at) => use(proof, (at + first) % 2 === 0 ? globalThis.fetch : secondFetch)));
  const areAllAccepted = async () => (await useAll(await fresh())).every((status) => status === 200);
  const kinds = (statuses: readonly number[]) => [...new Set(statuses)].toSorted((a, b) => a - b);
  const keysOf = ({ command }: TemporaryRedis) => command('KEYS', '*forum.dpop_proofs:*').split('\n').filter(Boolean);

  test('Redis cluster: one of fifty concurrent uses of each proof at two processes is accepted, on all masters', async () => {
    for (const proof of (await fresh()).slice(0, 12)) {
      const statuses = await useAll(Array.from({ length: 50 }, () => proof));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 401)).toHaveLength(49);
    }
    for (const master of redis.masters) expect(keysOf(master).length).toBeGreaterThan(0);
    const [key = ''] = keysOf(redis.masters[0]);
    const seconds = Number(redis.masters[0].command('TTL', key));
    // Window, clock skew, and the margin of the replay store.
    expect(seconds).toBeGreaterThan(60 + 30 + 300 - 30);
    expect(seconds).toBeLessThanOrEqual(60 + 30 + 300 + 1);
  });

  test('Redis cluster: after a failover that lost proofs, older ones of its slots are refused and all others count', async () => {
    const [used, unused] = [await fresh(), await fresh()];
    expect(kinds(await useAll(used))).toEqual([200]);
    await redis.masters[0].kill();
    await waitUntil(() => redis.replica.command('ROLE').startsWith('master'));
    // As if the last writes had not reached it.
    for (const key of keysOf(redis.replica)) redis.replica.command('DEL', key);
    await waitUntil(areNotUnavailable);
    expect(kinds(await useAll(used, 1))).toEqual([401]);
    // Of the other masters all count, which forgot nothing.
    const statuses = await useAll(unused);
    expect(kinds(statuses)).toEqual([200, 401]);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(8);
    await waitUntil(areAllAccepted);
    expect(kinds(await useAll([...used, ...unused]))).toEqual([401]);
    await redis.masters[0].restart();
  });
  /** Whether no proof meets a master that is away. */
  const areNotUnavailable = async () => !(await useAll(await fresh())).includes(503);

  test('Redis cluster: without a master its proofs are refused, the others count, and all recover', async () => {
    const used = await fresh();
    expect(kinds(await useAll(used))).toEqual([200]);
    await redis.masters[2].kill();
    expect(kinds(await useAll(await fresh()))).toEqual([200, 503]);
    expect(kinds(await useAll(used, 1))).toEqual([401, 503]);
    expect((await fetch(`${urlOf(platform, 'forum')}/api/posts`)).status).toBe(200);
    await redis.masters[2].restart();
    await waitUntil(areNotUnavailable);
    // It has forgotten them.
    expect(kinds(await useAll(used))).toEqual([401]);
    await waitUntil(areAllAccepted);
  });

  /** First and last slots of the ranges of a master. */
  const slotsOf = ({ command }: TemporaryRedis): readonly string[] => {
    const own = /^.*myself.*$/m.exec(command('CLUSTER', 'NODES'))?.[0] ?? '';
    return own
      .split(' ')
      .slice(8)
      .flatMap((range) => [range.split('-')[0] ?? '', range.split('-').at(-1) ?? '']);
  };

  test('Redis cluster: slots that a master takes over without their proofs count from then on', async () => {
    const [used, unused] = [await fresh(), await fresh()];
    expect(kinds(await useAll(used))).toEqual([200]);
    const [, taker, lost] = redis.masters;
    const slots = slotsOf(lost);
    await lost.kill();
    // As `redis-cli --cluster fix` does.
    for (const change of ['DELSLOTSRANGE', 'ADDSLOTSRANGE'])
      expect(taker.command('CLUSTER', change, ...slots)).toBe('OK');
    taker.command('CLUSTER', 'BUMPEPOCH');
    await waitUntil(areNotUnavailable);
    expect(kinds(await useAll(used, 1))).toEqual([401]);
    // Of its own slots the taker forgot nothing.
    expect(kinds(await useAll(unused))).toEqual([200, 401]);
    await waitUntil(areAllAccepted);
  });

  test('Redis cluster: while slots move to another master no proof is accepted twice, and afterwards all count', async () => {
    const servers = [redis.replica, redis.masters[1]] as const;
    const [to = '', from = ''] = servers.map(({ command }) => command('CLUSTER', 'MYID'));
    const [used, before] = [await fresh(), slotsOf(redis.replica)];
    expect(kinds(await useAll(used))).toEqual([200]);
    const options = ['--cluster-from', from, '--cluster-to', to, '--cluster-slots', '3000', '--cluster-yes'];
    const ended = new AbortController();
    const moving = run('redis-cli', ['--cluster', 'reshard', `127.0.0.1:${servers[0].port}`, ...options]).finally(() =>
      ended.abort(),
    );
    while (!ended.signal.aborted) {
      const proofs = await fresh();
      const uses = [await useAll(proofs), await useAll(proofs, 1)];
      for (const at of proofs.keys())
        expect(uses.filter((statuses) => statuses[at] === 200).length).toBeLessThanOrEqual(1);
      expect([200, 401, 503]).toEqual(expect.arrayContaining(kinds(uses.flat())));
    }
    await moving;
    expect(slotsOf(redis.replica)).not.toEqual(before);
    await waitUntil(areAllAccepted);
    // The first proof of a slot that has moved is refused as unavailable; from it the process learns the new master.
    let afterwards: readonly number[] = [];
    await waitUntil(async () => {
      afterwards = await useAll(used, 1);
      expect(afterwards).not.toContain(200);
      return !afterwards.includes(503);
    });
    expect(kinds(afterwards)).toEqual([401]);
  });

  test('Redis cluster: the start is refused when one of its masters may evict proofs', async () => {
    redis.replica.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(startPlatform({ services, after: platform, env: { FORUM_PORT: '0', SSO_PORT: '0' } })).rejects.toThrow(
      'set its maxmemory-policy to noeviction; it is allkeys-lru',
    );
  });
});
