import { bindAgent, newKey, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { compareLoads, compareProcessorTime, load, type Taken } from './load.ts';
import type { Finding, Measurement } from './measurement.ts';
import { signedHeaders } from './proofs.ts';
import { ed25519VerificationCost } from './signature-cost.ts';
import { inTurns, median, ratioOf } from './rounds.ts';

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
    const count = bench.times(3000);

    const forum = urlOf(platform, 'forum');
    const path = '/api/agent-auth';
    const results = await inTurns(bench.rounds, {
      ours: async () => {
        const headers = await signedHeaders(count, key, { method: 'GET', url: forum + path, accessToken });
        const request = (index: number) => ({ path, headers: headers(index) });
        return load({ url: forum, pid: platform.pid, count, request });
      },
      peer: async () => {
        const token = peer.said['accessToken'] ?? '';
        const headers = await signedHeaders(count, peerKey, {
          method: 'GET',
          url: `${peer.url}/me`,
          accessToken: token,
        });
        return load({ ...peer, count, request: (index) => ({ path: '/me', headers: headers(index) }) });
      },
    });
    return [
      compareLoads(
        'GET /api/agent-auth, used proofs in PostgreSQL; peer: oidc-provider userinfo with DPoP, in memory',
        results.ours,
        results.peer,
        { atLeast: 1 },
        `Both verify one Ed25519 signature per request, which takes ${ed25519VerificationCost()} on this machine. The platform verifies on the event loop, the peer in other threads: where the load generator and PostgreSQL leave free cores, compare CPU time.`,
      ),
      compareProcessorTime('the same: processor time per request', results.ours, results.peer, { atMost: 0.4 }),
      slowest('the same: the slowest of a hundred requests (p99)', results.ours, results.peer),
    ];
  },
};

function slowest(what: string, ours: readonly Taken[], peer: readonly Taken[]): Finding {
  const p99 = (taken: readonly Taken[]) => taken.map((one) => one.p99);
  return {
    what,
    ours: `${median(p99(ours))} ms`,
    peer: `${median(p99(peer))} ms`,
    ratio: ratioOf(p99(ours), p99(peer)),
    bar: { atMost: 1 },
  };
}
