import { Pool } from 'undici';
import { bindAgent, newKey, type TestKey, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import {
  compareProcessorTime,
  compareRates,
  compareSlowest,
  type Finding,
  notMeasured,
  processorTime,
  runRounds,
  shareOf,
} from './findings.ts';
import type { Measurement } from './workbench.ts';
import { atConstantRate, load, type MeasuredServer, p99Of, type RoundResult } from './load.ts';
import { endpoint, keycloakObstacle, type RunningKeycloak, signInAtKeycloak } from './keycloak.ts';
import { ed25519VerificationCost, signedHeaders } from './prepared-requests.ts';

/** Requests per second of the measurement of latency: a fraction of what every server can do. */
const latencyRate = 200;
const targets = { rate: { atLeast: 1 }, oidcProvider: { atMost: 0.4 }, keycloak: { atMost: 0.1 }, p99: { atMost: 1 } };

/** P1: a request with a DPoP proof, as every write of an agent; used proofs are stored in PostgreSQL. */
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
    const counts = { count: bench.times(6000), latencyCount: bench.times(500) };

    const forum = { url: urlOf(platform, 'forum'), pid: platform.pid, databaseTime };
    const {
      ours,
      peer: oidcProvider,
      least,
      ...others
    } = await runRounds(bench, {
      ours: () => send(forum, '/api/agent-auth', { key, accessToken }, counts),
      peer: () => send(peer, '/me', { key: peerKey, accessToken: peer.readyMessage['accessToken'] ?? '' }, counts),
      least: () => send({ ...leastServer, databaseTime }, '/proof', { key, accessToken }, counts),
      ...(keycloak && { keycloak: await keycloakContender({ ...keycloak, databaseTime }, counts) }),
    });
    return [
      compareRates({
        what: 'GET /api/agent-auth, used proofs in PostgreSQL; peer: oidc-provider userinfo with DPoP, in memory',
        ours,
        peer: oidcProvider,
        target: targets.rate,
        note: `Both verify one Ed25519 signature per request, which takes ${ed25519VerificationCost()} on this machine. The platform verifies on the event loop, the peer in other threads: where the load generator and PostgreSQL leave free cores, compare CPU time.`,
      }),
      compareProcessorTime({
        what: 'the same: processor time per request',
        ours,
        peer: oidcProvider,
        target: targets.oidcProvider,
        note: `Bare Fastify that does only the necessary work, one signature and one stored hash, takes ${shareOf(least, oidcProvider)} of the peer's processor time (${processorTime(least)}).`,
      }),
      compareSlowest({
        what: `the same at ${latencyRate} requests/s: the slowest of a hundred (p99)`,
        ours,
        peer: oidcProvider,
        target: targets.p99,
      }),
      ...compareWithKeycloak(ours, others.keycloak),
    ];
  },
};

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
    }),
  ];
}

interface Counts {
  readonly count: number;
  /** Requests at the constant rate. */
  readonly latencyCount: number;
}

async function keycloakContender(
  keycloak: RunningKeycloak & MeasuredServer,
  counts: Counts,
): Promise<() => Promise<RoundResult>> {
  const key = newKey();
  const { accessToken } = await signInAtKeycloak({ url: keycloak.url, user: 0, key });
  return () => send(keycloak, endpoint('bench', 'userinfo'), { key, accessToken }, counts);
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
