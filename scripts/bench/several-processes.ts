import { availableParallelism } from 'node:os';
import { bindAgent, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { cpuRatio, type Finding, median, processorTime, ratioOf, runRounds, spreadOf } from './findings.ts';
import { load, type MeasuredServer, type RoundResult } from './load.ts';
import { signedHeaders } from './prepared-requests.ts';
import { spreadText } from './page.ts';
import type { Measurement, Workbench } from './workbench.ts';

const protectedPath = '/api/agent-auth';
const leastPath = '/proof';
/** Fraction of linear scaling. */
const scalingTarget = 0.85;
/** Processor time per request in relation to one process. */
const costTarget = 1.1;
const connectionsOfProcess = 16;

/** Processes of a server on one database, and the addresses that reach them. */
interface Deployment {
  readonly name: string;
  readonly processes: number;
  readonly servers: readonly MeasuredServer[];
}

/** P7: several processes of a service on one database. */
export const severalProcesses: Measurement = {
  title: 'Several processes on one database',
  run: async (bench) => {
    const env = { DATABASE_URL: await bench.freshDatabase() };
    const platform = await bench.platform({ services: ['sso', 'forum'], env });
    const { databaseTime } = bench;
    const forum = { url: urlOf(platform, 'forum'), pid: platform.pid, databaseTime };
    const startForum = async (processes: number): Promise<MeasuredServer> => {
      const port = await freePort();
      // Several processes share a port for probes, whose default is fixed.
      const probes = processes > 1 ? { ADMIN_PORT: String(await freePort()) } : {};
      const forumEnv = { FORUM_PORT: String(port), PROCESSES: String(processes), ...probes };
      const { pid } = await bench.platform({ services: ['forum'], env: forumEnv, after: platform });
      return { url: `http://127.0.0.1:${port}`, pid, databaseTime };
    };
    const { key, accessToken } = await bindAgent(platform, { clientId: await testProvider(platform) });
    const leastArgs = [await bench.freshDatabase(), key.publicJwk.x];
    const startLeast = async (processes: number): Promise<MeasuredServer> => {
      const peer = await bench.peer('least-work', { args: leastArgs, env: { PROCESSES: String(processes) } });
      return { ...peer, databaseTime };
    };
    const forums = await deploy(forum, startForum);
    const leasts = await deploy(await startLeast(1), startLeast);

    const signFor = (url: string) => (count: number) => signedHeaders(count, key, { method: 'GET', url, accessToken });
    // The signed URL is the public address of all processes of the forum.
    const sign = signFor(forum.url + protectedPath);
    const results = await runRounds(
      bench,
      Object.fromEntries([
        ...forums.map((one) => [one.name, () => send(bench, one, protectedPath, () => sign)] as const),
        ...leasts.map(
          (one) => [leastName(one), () => send(bench, one, leastPath, ({ url }) => signFor(url + leastPath))] as const,
        ),
      ]),
    );
    const [alone, ...deployments] = forums;
    const peer = results[alone.name] ?? [];
    return [
      ...deployments.flatMap((deployment) => {
        const ours = results[deployment.name] ?? [];
        const [least = [], leastAlone = []] = [deployment, alone].map((one) => results[leastName(one)]);
        return [
          throughput(deployment, ours, peer),
          {
            ...cost(deployment, ours, peer),
            note: `The same of bare Fastify that does only the necessary work takes ${spreadText(cpuRatio(least, leastAlone))} of the processor time of one process: all share the machine's processors with PostgreSQL and the load.`,
          },
        ];
      }),
      await sameProof(forums.find(({ name }) => name === fourSeparate)?.servers ?? [], (await sign(1))(0)),
    ];
  },
};

const fourSeparate = 'four separate processes';
const leastName = ({ name }: Deployment): string => `least work, ${name}`;

/** Starts further processes beside one: separate ones, and ones that share a port. */
async function deploy(
  alone: MeasuredServer,
  start: (processes: number) => Promise<MeasuredServer>,
): Promise<readonly [Deployment, ...Deployment[]]> {
  const separate = [alone, await start(1), await start(1), await start(1)];
  return [
    { name: 'one process', processes: 1, servers: [alone] },
    { name: 'two separate processes', processes: 2, servers: separate.slice(0, 2) },
    { name: fourSeparate, processes: 4, servers: separate },
    { name: 'PROCESSES=2', processes: 2, servers: [await start(2)] },
    { name: 'PROCESSES=4', processes: 4, servers: [await start(4)] },
  ];
}

async function send(
  bench: Workbench,
  { processes, servers }: Deployment,
  path: string,
  signFor: (server: MeasuredServer) => (count: number) => ReturnType<typeof signedHeaders>,
): Promise<RoundResult> {
  const processesPerServer = processes / servers.length;
  const count = bench.times(4000) * processesPerServer;
  const signed = await Promise.all(servers.map((server) => signFor(server)(count)));
  const results = await Promise.all(
    servers.map((server, serverIndex) => {
      const request = (index: number) => ({ path, headers: signed[serverIndex]?.(index) ?? {} });
      return load({ ...server, count, connections: connectionsOfProcess * processesPerServer, request });
    }),
  );
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    cpu: mean(results.map(({ cpu }) => cpu)),
    // Each of the concurrent loads saw the work of all of them.
    databaseCpu: mean(results.map(({ databaseCpu }) => databaseCpu)) / servers.length,
  };
}

function throughput(
  { name, processes }: Deployment,
  ours: readonly RoundResult[],
  peer: readonly RoundResult[],
): Finding {
  const rate = (results: readonly RoundResult[]) => results.map(({ perSecond }) => perSecond);
  const processors = availableParallelism();
  // The database and the load generator each need a processor.
  const needed = processes + 2;
  return {
    what: `GET /api/agent-auth, ${name}; peer: one process`,
    ours: `${Math.round(median(rate(ours)))}/s`,
    peer: `${Math.round(median(rate(peer)))}/s`,
    ratio: ratioOf(rate(ours), rate(peer)),
    target: { atLeast: scalingTarget * processes },
    ...(processors < needed && {
      unjudged: true,
      note: `Needs ${needed} processors (services, PostgreSQL, the load); this machine has ${processors}, so the ratio shows the machine's limit and is not judged.`,
    }),
  };
}

/** Compares the cost of requests with several processes on the database and with one. */
function cost({ name }: Deployment, ours: readonly RoundResult[], peer: readonly RoundResult[]): Finding {
  const ratio = cpuRatio(ours, peer);
  return {
    what: `the same: processor time per request, ${name}; peer: one process`,
    ours: processorTime(ours),
    peer: processorTime(peer),
    ratio,
    target: { atMost: costTarget },
    cpu: ratio,
  };
}

async function sameProof(
  servers: readonly MeasuredServer[],
  headers: Readonly<Record<string, string>>,
): Promise<Finding> {
  const sent = Array.from({ length: 50 }, (_, index) =>
    fetch(`${servers[index % servers.length]?.url}${protectedPath}`, { headers }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  const accepted = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 401).length;
  return {
    what: `one proof sent 50 times at once to ${servers.length} processes: accepted; peer: once`,
    ours: `${accepted} accepted, ${refused} refused`,
    peer: '1 accepted, 49 refused',
    ratio: spreadOf([accepted + refused === 50 ? accepted : NaN]),
    target: { atMost: 1 },
  };
}
