import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectUsedProofs } from '../../src/composition/used-proofs.ts';
import { signDpopProof } from '../../src/protocol/dpop-proof.ts';
import { jwkThumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type Agent, bindAgent, testProvider, urlOf } from '../fixtures/identity.ts';
import { fetchFromInstance, waitUntil } from '../fixtures/http.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { hasRedis, startRedis, type TemporaryRedis } from '../fixtures/servers.ts';

const jkt = jwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' });
const services = ['sso', 'forum'];
const onServer = process.env['TEST_DATABASE_URL'] !== undefined;

describe.runIf(hasRedis && onServer)('used proofs in Redis', () => {
  let redis: TemporaryRedis;
  let platform: RunningPlatform;
  let second: RunningPlatform;
  let secondFetch: typeof globalThis.fetch;
  let agent: Agent;
  beforeAll(async () => {
    redis = await startRedis();
    platform = await startPlatform({ services, env: { REDIS_URL: redis.url } });
    const [sso, forum] = [await freePort(), await freePort()];
    const ports = { SSO_PORT: String(sso), FORUM_PORT: String(forum) };
    second = await startPlatform({ services, after: platform, env: ports });
    secondFetch = fetchFromInstance(forum);
    await waitUntil(isSeen);
    agent = await bindAgent(platform, { clientId: await testProvider(platform) });
  });
  afterAll(async () => {
    await second.stop();
    await platform.stop();
    await deletePlatformData(platform);
    await redis.stop();
  });

  /** Whether proofs of now are newer than the first sight of Redis. */
  const isSeen = () => Date.now() / 1000 > Number(redis.command('GET', 'dpop-proofs-since').split(' ')[1]) + 3;
  const url = () => `${urlOf(platform, 'forum')}/api/agent-auth`;
  const use = async (headers: Readonly<Record<string, string>>, send = globalThis.fetch) =>
    (await send(url(), { headers })).status;
  const fresh = () => agent.headers('GET', url());
  /** A proof of an agent whose clock is ahead. */
  const ahead = async (seconds: number) => ({
    authorization: `DPoP ${agent.accessToken}`,
    dpop: await signDpopProof({
      htm: 'GET',
      htu: url(),
      jwk: agent.key.publicJwk,
      sign: agent.key.privateKey,
      jti: randomUUID(),
      now: Math.floor(Date.now() / 1000) + seconds,
      accessToken: agent.accessToken,
    }),
  });

  test('Redis: one of fifty concurrent uses of a proof at two processes is accepted, and its key expires', async () => {
    const headers = await fresh();
    const uses = Array.from({ length: 50 }, (_, i) => use(headers, i % 2 === 0 ? globalThis.fetch : secondFetch));
    const statuses = await Promise.all(uses);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(49);
    const [key = ''] = redis.command('KEYS', 'forum.dpop_proofs:*').split('\n');
    const seconds = Number(redis.command('TTL', key));
    // Window, clock skew, and the margin of the replay store.
    expect(seconds).toBeGreaterThan(60 + 30 + 300 - 20);
    expect(seconds).toBeLessThanOrEqual(60 + 30 + 300 + 1);
  });

  test('Redis: while it cannot be reached protected routes are refused and public ones respond', async () => {
    const [used, early] = [await fresh(), await ahead(20)];
    expect([await use(used), await use(early)]).toEqual([200, 200]);
    await redis.kill();
    expect([await use(await fresh()), await use(used)]).toEqual([503, 503]);
    expect((await fetch(`${urlOf(platform, 'forum')}/api/posts`)).status).toBe(200);

    await redis.restart();
    // It has forgotten both.
    expect(redis.command('KEYS', 'forum.dpop_proofs:*')).toBe('');
    await waitUntil(async () => (await use(used)) !== 503 && (await use(used, secondFetch)) !== 503);
    for (const send of [globalThis.fetch, secondFetch])
      expect([await use(used, send), await use(early, send)]).toEqual([401, 401]);
    await waitUntil(async () => (await use(await fresh())) === 200);
  });

  test('Redis: nothing is accepted while it may evict proofs, and the start is refused', async () => {
    redis.command('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await expect(startPlatform({ services, after: platform, env: { FORUM_PORT: '0', SSO_PORT: '0' } })).rejects.toThrow(
      'set its maxmemory-policy to noeviction; it is allkeys-lru',
    );
    redis.command('CLIENT', 'KILL', 'TYPE', 'normal');
    await waitUntil(async () => (await use(await fresh())) === 503);
    redis.command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    await waitUntil(async () => (await use(await fresh())) === 200);
  });
});

test.runIf(hasRedis)(
  'Redis: a primary that was a replica meanwhile may have forgotten, although nobody noticed',
  async () => {
    const [redis, other] = [await startRedis(), await startRedis()];
    const proofs = await connectUsedProofs(redis.url, Date.now);
    const use = (jti: string) => proofs.use('proofs:', jkt, jti, Date.now() / 1000 + 90);
    const before = await use('used');
    expect(before.isFirst).toBe(true);
    redis.command('REPLICAOF', '127.0.0.1', String(other.port));
    await waitUntil(() => redis.command('INFO', 'replication').includes('master_link_status:up'));
    redis.command('REPLICAOF', 'NO', 'ONE');
    const at = Math.floor(Date.now() / 1000);
    await expect(use('used')).rejects.toThrow('Another Redis server was the primary meanwhile.');
    expect((await use('other')).since).toBeGreaterThanOrEqual(at);
    proofs.close();
    await redis.stop();
    await other.stop();
  },
);

test.runIf(hasRedis)('Redis: proofs of one turn of the event loop share one question for the role', async () => {
  const redis = await startRedis();
  const proofs = await connectUsedProofs(redis.url, Date.now);
  const use = (jti: string) => proofs.use('proofs:', jkt, jti, Date.now() / 1000 + 90);
  const callsOf = (command: string) =>
    Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(redis.command('INFO', 'commandstats'))?.[1] ?? 0);
  await use('before');
  const before = { info: callsOf('info'), set: callsOf('set') };
  // Each proof twice: every reply belongs to its own command.
  const used = await Promise.all(Array.from({ length: 100 }, (_, at) => use(`proof ${at % 50}`)));
  expect(used.map(({ isFirst }) => isFirst)).toEqual(Array.from({ length: 100 }, (_, at) => at < 50));
  expect(callsOf('set') - before.set).toBe(100);
  // That of this test, that of the turn, and those of the regular look.
  expect(callsOf('info') - before.info).toBeLessThan(10);
  proofs.close();
  await redis.stop();
});

test.runIf(hasRedis)('Redis: of a server that hangs, proofs are refused in time, and too many at once', async () => {
  const redis = await startRedis();
  const proofs = await connectUsedProofs(redis.url, Date.now);
  const use = (jti: string) => proofs.use('proofs:', jkt, jti, Date.now() / 1000 + 90);
  await use('before');
  const isBack = async () => (await use('after').catch(() => undefined)) !== undefined;
  redis.command('CLIENT', 'PAUSE', '2000');
  await expect(use('one')).rejects.toThrow('Redis did not reply within 1500 ms');
  await waitUntil(isBack);
  redis.command('CLIENT', 'PAUSE', '1000');
  await expect(Promise.all(Array.from({ length: 10_000 }, (_, at) => use(`proof ${at}`)))).rejects.toThrow(
    'The queue is full',
  );
  await waitUntil(isBack);
  proofs.close();
  await redis.stop();
});

test('Redis: an address of another machine needs TLS and a password', async () => {
  for (const REDIS_URL of ['redis://:secret@redis.example', 'rediss://redis.example'])
    await expect(startPlatform({ services, env: { REDIS_URL, TEST_DATABASE_URL: '' } })).rejects.toThrow(
      'REDIS_URL is set, but not a URL with TLS and a password',
    );
});
