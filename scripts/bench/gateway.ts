import { bindAgent, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { startGateway } from '../../contract-tests/gateway/start-gateway.ts';
import { compareProcessorTime, type Finding, median, runRounds, spreadOf } from './findings.ts';
import { load, type RoundResult } from './load.ts';
import { signedHeaders } from './prepared-requests.ts';
import type { Measurement } from './workbench.ts';

const targets = { processorTime: { atMost: 1.3 }, rate: { atLeast: 1 } };
/** Verified requests per second that one core has to reach. */
const requiredRate = 2000;
const service = { host: 'notes.example', path: '/notes' };

/** P19: what the gateway adds to a request, compared with the forum, which verifies the same proofs by itself. */
export const gateway: Measurement = {
  title: 'A request verified by the gateway',
  run: async (bench) => {
    const platform = await bench.platform({
      services: ['sso', 'forum'],
      env: { DATABASE_URL: await bench.freshDatabase() },
    });
    const { key, accessToken } = await bindAgent(platform, { clientId: await testProvider(platform) });
    const issuer = urlOf(platform, 'sso');
    const route = { host: service.host, methods: ['GET'], path: service.path, scheme: 'dpop', audience: issuer };
    // The platform of a benchmark logs warnings only, too.
    const verifier = await startGateway(
      { issuer, trustedProxies: ['127.0.0.1/32'], routes: [route] },
      { LOG_LEVEL: 'warn' },
    );
    bench.onClear(verifier.stop);
    const count = bench.times(6000);
    const sign = (url: string) => signedHeaders(count, key, { method: 'GET', url, accessToken });

    const forum = { url: urlOf(platform, 'forum'), pid: platform.pid, databaseTime: bench.databaseTime };
    const { ours, peer } = await runRounds(bench, {
      ours: async () => {
        const headers = await sign(`https://${service.host}${service.path}`);
        // What a proxy sends: the request of its client, without its body.
        const forwarded = {
          'x-forwarded-method': 'GET',
          'x-forwarded-proto': 'https',
          'x-forwarded-host': service.host,
          'x-forwarded-uri': service.path,
        };
        const request = (index: number) => ({ path: '/verify', headers: { ...forwarded, ...headers(index) } });
        return load({ url: verifier.url, pid: verifier.child.pid(), count, request });
      },
      peer: async () => {
        const path = '/api/agent-auth';
        const headers = await sign(forum.url + path);
        return load({ ...forum, count, request: (index) => ({ path, headers: headers(index) }) });
      },
    });
    return [
      compareProcessorTime({
        what: 'GET /verify for a DPoP route, as a proxy asks; peer: GET /api/agent-auth of the forum',
        ours,
        peer,
        target: targets.processorTime,
        note: 'The gateway keeps used proofs in memory and signs an assertion for the upstream; the forum keeps them in PostgreSQL. The time of the proxy is not counted.',
      }),
      verifiedPerSecond(ours),
    ];
  },
};

/** What one core verifies, from the processor time of a request: the machine's other cores and the load do not change it. */
function verifiedPerSecond(results: readonly RoundResult[]): Finding {
  const rates = results.map(({ cpu }) => 1e6 / cpu);
  return {
    what: 'the same: verified requests per second of one core, access token known; peer: the limit',
    ours: `${Math.round(median(rates))}/s`,
    peer: `${requiredRate}/s`,
    ratio: spreadOf(rates.map((rate) => rate / requiredRate)),
    target: targets.rate,
    note: 'The Ed25519 verification of the proof is the largest part of a request.',
  };
}
