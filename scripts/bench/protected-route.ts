import { Pool } from 'undici';
import { bindAgent, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import {
  compareProcessorTime,
  compareRates,
  compareSlowest,
  type Finding,
  median,
  notMeasured,
  processorTime,
  runRounds,
  shareOf,
  spreadOf,
} from './findings.ts';
import type { Measurement, Workbench } from './workbench.ts';
import { hasRedis, startRedis } from '../../contract-tests/fixtures/servers.ts';
import { fieldOf } from '../../src/composition/proof-server.ts';
import { replayMargin } from '../../src/protocol/dpop-request.ts';
import { atConstantRate, load, type MeasuredServer, p99Of, type RoundResult } from './load.ts';
import { endpoint, keycloakObstacle, type RunningKeycloak, signInAtKeycloak } from './keycloak.ts';
import { ed25519VerificationCost, signedHeaders } from './prepared-requests.ts';
import { newKey, type TestKey } from '../../contract-tests/fixtures/protocol/keys.ts';

/** Requests per second of the measurement of latency: a fraction of what every server can do. */
const latencyRate = 200;
const targets = {
  rate: { atLeast: 1 },
  leastWork: { atMost: 1.5 },
  oidcProvider: { atMost: 0.45 },
  keycloak: { atMost: 0.18 },
  p99: { atMost: 1 },
  // None, within the resolution: a tick of the kernel's clock is 2 µs a request.
  postgresWithRedis: { atMost: 2 },
};

/** P1: a request with a DPoP proof, as every write of an agent; used proofs are stored in PostgreSQL, and in Redis. */
export const protectedRoute: Measurement = {
  title: 'A request with a DPoP proof',
  run: async (bench) => {
    const platform = await bench.platform({
      services: ['sso', 'forum'],
      env: { DATABASE_URL: await bench.freshDatabase() },
    });
    const { key, accessToken } = await bindAgent(platform, { clientId: await testProvider(platform) });
    const peerKey = newKey();
    const peer = await bench.peer('oidc-provider', { args: [peerKey.jkt] });
    const keycloak = await bench.keycloak();
    const leastServer = await bench.peer('least-work', { args: [await bench.freshDatabase(), key.publicJwk.x] });
    const { databaseTime } = bench;
    const counts = (isWarmUp: boolean) => ({ count: bench.times(6000), latencyCount: isWarmUp ? 0 : bench.times(500) });

    const forum = {
      url: urlOf(platform, 'forum'),
      pid: platform.pid,
      databaseTime,
      profile: bench.profile('p1', platform.pid),
    };
    const {
      ours,
      peer: oidcProvider,
      least,
      ...others
    } = await runRounds(bench, {
      ours: (isWarmUp) => send(forum, protectedPath, { key, accessToken }, counts(isWarmUp)),
      peer: (isWarmUp) =>
        send(peer, '/me', { key: peerKey, accessToken: peer.readyMessage['accessToken'] ?? '' }, counts(isWarmUp)),
      least: (isWarmUp) => send({ ...leastServer, databaseTime }, '/proof', { key, accessToken }, counts(isWarmUp)),
      ...(keycloak && {
        keycloak: await keycloakContender({ ...keycloak, databaseTime }, counts),
      }),
      ...(hasRedis && (await redisContenders(bench, counts))),
    });
    const gap = `The platform's ${processorTime(ours)} are the proof (one Ed25519 verification, ${ed25519VerificationCost()}), its storage, and what the least work, ${processorTime(least)}, leaves out: routing, the contract's checks, the key of the provider and revocation, request id, trace, log, metrics and security headers.`;
    return [
      compareRates({
        what: 'GET /api/agent-auth, used proofs in PostgreSQL; peer: oidc-provider userinfo with DPoP, in memory',
        ours,
        peer: oidcProvider,
        target: targets.rate,
        note: 'Both verify one Ed25519 signature per request. The platform verifies on the event loop, the peer in other threads: where the load generator and PostgreSQL leave free cores, compare CPU time.',
      }),
      compareProcessorTime({
        what: 'the same beside the least work: processor time per request; peer: bare Fastify, the checks of RFC 9449 and one stored hash',
        ours,
        peer: least,
        target: targets.leastWork,
        note: gap,
      }),
      ...compareWithRedis(others.redis, ours, others.leastWithRedis),
      compareProcessorTime({
        what: 'the same: processor time per request; peer: oidc-provider',
        ours,
        peer: oidcProvider,
        target: targets.oidcProvider,
        note: `The least work takes ${shareOf(least, oidcProvider)} of the peer's processor time.`,
      }),
      compareSlowest({
        what: `the same at ${latencyRate} requests/s: the slowest of a hundred (p99); peer: oidc-provider`,
        ours,
        peer: oidcProvider,
        target: targets.p99,
        note: p99Note,
      }),
      ...compareWithKeycloak(ours, others.keycloak),
    ];
  },
};

const protectedPath = '/api/agent-auth';
const p99Note =
  'The slowest requests wait for the processor: the servers, PostgreSQL and the load share it, so that this ratio has the widest spread.';

/**
 * A platform whose used proofs are in Redis, which has been up for longer than proofs are kept: younger, it asks PostgreSQL too;
 * and the least work in the same Redis.
 */
async function redisContenders(bench: Workbench, counts: CountsOf) {
  const redis = await startRedis();
  bench.onClear(redis.stop);
  const field = (section: string, name: string) => fieldOf(redis.command('INFO', section), name);
  const identity = `${field('server', 'run_id')}:${field('replication', 'master_replid')}`;
  redis.command('SET', 'dpop-proofs-since', `${identity} ${Math.floor(Date.now() / 1000) - 2 * replayMargin}`);
  const platform = await bench.platform({
    services: ['sso', 'forum'],
    env: { DATABASE_URL: await bench.freshDatabase(), REDIS_URL: redis.url },
  });
  const agent = await bindAgent(platform, { clientId: await testProvider(platform) });
  const { databaseTime } = bench;
  const { pid } = platform;
  const forum = { url: urlOf(platform, 'forum'), pid, databaseTime, profile: bench.profile('p1-redis', pid) };
  const leastServer = await bench.peer('least-work', {
    args: [await bench.freshDatabase(), agent.key.publicJwk.x],
    env: { REDIS_URL: redis.url },
  });
  return {
    redis: (isWarmUp: boolean) => send(forum, protectedPath, agent, counts(isWarmUp)),
    leastWithRedis: (isWarmUp: boolean) => send({ ...leastServer, databaseTime }, '/proof', agent, counts(isWarmUp)),
  };
}

function compareWithRedis(
  withRedis: readonly RoundResult[] | undefined,
  withPostgres: readonly RoundResult[],
  least: readonly RoundResult[] | undefined,
): readonly Finding[] {
  const what =
    'the same beside the least work, used proofs in Redis: processor time per request; peer: bare Fastify, its hash in the same Redis';
  const database = 'used proofs in Redis: microseconds of PostgreSQL per request; peer: used proofs in PostgreSQL';
  if (withRedis === undefined || least === undefined)
    return [
      notMeasured(what, targets.leastWork, 'needs redis-server'),
      notMeasured(database, targets.postgresWithRedis, 'needs redis-server'),
    ];
  const micros = (results: readonly RoundResult[]) => results.map(({ databaseCpu }) => Math.round(databaseCpu));
  const format = (results: readonly RoundResult[]) => `${median(micros(results))} µs`;
  return [
    compareProcessorTime({
      what,
      ours: withRedis,
      peer: least,
      target: targets.leastWork,
      note: 'The commands of one turn of the event loop share a write, and a question for the role of the server.',
    }),
    {
      what: database,
      ours: format(withRedis),
      peer: format(withPostgres),
      ratio: spreadOf(micros(withRedis)),
      target: targets.postgresWithRedis,
      note: 'What is left is that of the workers of the services, which look for due work at intervals.',
    },
  ];
}

function compareWithKeycloak(
  ours: readonly RoundResult[],
  peer: readonly RoundResult[] | undefined,
): readonly Finding[] {
  const what =
    'GET /api/agent-auth: processor time per request; peer: Keycloak userinfo with DPoP, sessions in PostgreSQL';
  if (peer === undefined) return [notMeasured(what, targets.keycloak, keycloakObstacle())];
  return [
    compareProcessorTime({
      what,
      ours,
      peer,
      target: targets.keycloak,
      note: 'Keycloak reads the session from its cache and keeps used proofs in memory.',
    }),
    compareSlowest({
      what: `the same at ${latencyRate} requests/s: the slowest of a hundred (p99); peer: Keycloak`,
      ours,
      peer,
      target: targets.p99,
      note: p99Note,
    }),
  ];
}

interface Counts {
  readonly count: number;
  /** Requests at the constant rate. */
  readonly latencyCount: number;
}

/** Latency is not measured in a warm-up. */
type CountsOf = (isWarmUp: boolean) => Counts;

async function keycloakContender(
  keycloak: RunningKeycloak & MeasuredServer,
  counts: CountsOf,
): Promise<(isWarmUp: boolean) => Promise<RoundResult>> {
  const key = newKey();
  const { accessToken } = await signInAtKeycloak({ url: keycloak.url, user: 0, key });
  const sendTo = (sent: Counts) => send(keycloak, endpoint('bench', 'userinfo'), { key, accessToken }, sent);
  return async (isWarmUp) => {
    const { count, latencyCount } = counts(isWarmUp);
    if (!isWarmUp) return sendTo({ count, latencyCount });
    // Keycloak refuses proofs older than 25 seconds, and a slow machine that compiles it needs longer for all of them.
    const part = { count: Math.ceil(count / 4), latencyCount };
    for (let sent = part.count; sent < count; sent += part.count) await sendTo(part);
    return sendTo(part);
  };
}

/** Measures the latency at a constant rate, then cost and throughput under full load. */
async function send(
  server: MeasuredServer,
  path: string,
  { key, accessToken }: { readonly key: TestKey; readonly accessToken: string },
  { count, latencyCount }: Counts,
): Promise<RoundResult> {
  // Proofs are signed just before their use: a proof is valid for seconds.
  const sign = (proofs: number) => signedHeaders(proofs, key, { method: 'GET', url: server.url + path, accessToken });
  const latencyHeaders = await sign(latencyCount);
  const dispatcher = new Pool(server.url, { connections: 32 });
  const latencies = await atConstantRate({ perSecond: latencyRate, count: latencyCount }, async (index) => {
    const { statusCode, body } = await dispatcher.request({ method: 'GET', path, headers: latencyHeaders(index) });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${server.url}${path} responded ${statusCode} instead of 200.`);
  });
  await dispatcher.close();
  const headers = await sign(count);
  const throughput = await load({ ...server, count, request: (index) => ({ path, headers: headers(index) }) });
  return { ...throughput, p99: p99Of(latencies) };
}
