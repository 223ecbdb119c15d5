import { availableParallelism } from 'node:os';
import { bindAgent, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { freePort } from '../../src/runtime/free-port.ts';
import { load, microseconds, type Taken } from './load.ts';
import type { Finding, Measurement } from './measurement.ts';
import { signedHeaders } from './proofs.ts';
import { inTurns, median, ratioOf, spreadOf } from './rounds.ts';

const path = '/api/agent-auth';
/** Two services, the database and the load generator each need a processor. */
const processorsNeeded = 4;

/** P7: two processes of a service on one database. */
export const twoProcesses: Measurement = {
  title: 'Two processes on one database',
  run: async (bench) => {
    const env = { DATABASE_URL: await bench.freshDatabase() };
    const one = await bench.platform({ services: ['sso', 'forum'], env });
    const port = await freePort();
    const two = await bench.platform({ services: ['forum'], env: { FORUM_PORT: String(port) }, after: one });
    const { key, accessToken } = await bindAgent(one, { clientId: await testProvider(one) });
    // The signed URL is the public address of both processes.
    const url = urlOf(one, 'forum') + path;
    const first = { url: urlOf(one, 'forum'), pid: one.pid };
    const second = { url: `http://127.0.0.1:${port}`, pid: two.pid };
    const count = bench.times(1500);

    const send = async (server: typeof first, requests: number, connections: number) => {
      const headers = await signedHeaders(requests, key, { method: 'GET', url, accessToken });
      return () =>
        load({ ...server, count: requests, connections, request: (index) => ({ path, headers: headers(index) }) });
    };
    const results = await inTurns(bench.rounds, {
      ours: async () => {
        const sending = [await send(first, count, 16), await send(second, count, 16)];
        const taken = await Promise.all(sending.map((start) => start()));
        return {
          perSecond: taken.reduce((sum, { perSecond }) => sum + perSecond, 0),
          p99: Math.max(...taken.map(({ p99 }) => p99)),
          cpu: taken.reduce((sum, { cpu }) => sum + cpu, 0) / taken.length,
        };
      },
      peer: async () => (await send(first, count, 16))(),
    });
    return [
      throughput(results.ours, results.peer),
      processorTime(results.ours, results.peer),
      await sameProof([first.url, second.url], (await signedHeaders(1, key, { method: 'GET', url, accessToken }))(0)),
    ];
  },
};

function throughput(ours: readonly Taken[], peer: readonly Taken[]): Finding {
  const rate = (taken: readonly Taken[]) => taken.map(({ perSecond }) => perSecond);
  const processors = availableParallelism();
  return {
    what: 'GET /api/agent-auth at two processes; peer: at one',
    ours: `${Math.round(median(rate(ours)))}/s`,
    peer: `${Math.round(median(rate(peer)))}/s`,
    ratio: ratioOf(rate(ours), rate(peer)),
    bar: { atLeast: 1.7 },
    note:
      processors < processorsNeeded
        ? `Needs ${processorsNeeded} processors (two services, PostgreSQL, the load); this machine has ${processors}, so the ratio shows the machine's limit.`
        : undefined,
  };
}

/** Compares the cost of requests in one process with and without a second process. */
function processorTime(ours: readonly Taken[], peer: readonly Taken[]): Finding {
  const cpu = (taken: readonly Taken[]) => taken.map((one) => one.cpu);
  return {
    what: 'the same: processor time per request, two processes; peer: one',
    ours: microseconds(ours),
    peer: microseconds(peer),
    ratio: ratioOf(cpu(ours), cpu(peer)),
    bar: { atMost: 1.2 },
  };
}

async function sameProof(urls: readonly string[], headers: Readonly<Record<string, string>>): Promise<Finding> {
  const sent = Array.from({ length: 50 }, (_, index) => fetch(`${urls[index % urls.length]}${path}`, { headers }));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  const accepted = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 401).length;
  return {
    what: 'one proof sent 50 times at once to both processes: accepted; peer: once',
    ours: `${accepted} accepted, ${refused} refused`,
    peer: '1 accepted, 49 refused',
    ratio: spreadOf([accepted + refused === 50 ? accepted : NaN]),
    bar: { atMost: 1 },
  };
}
