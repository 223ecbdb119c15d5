import { startNotifications, type RunningNotifications } from '../../contract-tests/fixtures/notifications.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { median, notMeasured, type Finding } from './findings.ts';
import { atConstantRate, cpuTimeOf, p99Of } from './load.ts';
import { measureMemoryAfterGc } from './memory-after-gc.ts';
import { latencyRow, memoryRow, openStreams, perSecond, runConcurrently, sender, type Page } from './open-pages.ts';
import { measuredStart, type Measurement, type Workbench } from './workbench.ts';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { fetchFromInstance } from '../../contract-tests/fixtures/http.ts';
import { hasNats, startNats } from '../../contract-tests/fixtures/servers.ts';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { freePort } from '../../src/runtime/start/ports.ts';

const processes = 4;
/** Streams of each process that are open before those that are measured: they compile the code. */
const first = 100;
/** Open files of the process that has the other end of all streams, beside those. */
const otherFiles = 500;

/** Many open pages over several processes, whose events NATS carries. */
async function streamsOverProcesses(bench: Workbench): Promise<readonly Finding[]> {
  const [count, pushes] = [bench.times(10_000), bench.times(400)];
  const open = `${count.toLocaleString('en')} open streams over ${processes} processes with NATS`;
  const obstacle = obstacleTo(count);
  if (obstacle !== undefined)
    return [memoryRow(open), latencyRow(open)].map(({ what, target }) => notMeasured(what, target, obstacle));

  const nats = await startNats();
  bench.onClear(nats.kill);
  const memory = measureMemoryAfterGc();
  bench.onClear(memory.clear);
  const DATABASE_URL = await bench.freshDatabase();
  const env = { ...memory.env, DATABASE_URL, NATS_URL: nats.url };
  const notifications = await startNotifications(measuredStart(env));
  bench.onClear(notifications.stop);
  const instances = [{ pid: notifications.platform.pid, fetch: globalThis.fetch }];
  while (instances.length < processes) {
    const port = await freePort();
    const { pid } = await bench.platform({
      services: ['notifications'],
      env: { NOTIFICATIONS_PORT: String(port) },
      after: notifications.platform,
    });
    instances.push({ pid, fetch: fetchFromInstance(port) });
  }
  const app = await notifications.app();
  const pages = await createPages(notifications, {
    DATABASE_URL,
    appId: app.appId,
    fetches: instances.map(({ fetch }) => fetch),
    count: first * processes + count,
  });
  const [early, later] = [pages.slice(0, first * processes), pages.slice(first * processes)];
  const onArrival = new Map<string, () => void>();
  const send = sender(app, onArrival);
  const used = async () => {
    let bytes = 0;
    for (const { pid } of instances) bytes += await memory.read(pid);
    return bytes;
  };
  await openStreams(early, onArrival);
  await atConstantRate({ perSecond, count: early.length }, send(early));
  const before = await used();
  await openStreams(later, onArrival);
  const kilobytes = ((await used()) - before) / count / 1000;
  const latencies = await atConstantRate({ perSecond, count: pushes }, send(later));
  return [
    { ...memoryRow(open, kilobytes), note: 'One process has the other end of all streams, on the same processors.' },
    {
      ...latencyRow(open, latencies),
      note: 'Three of four sends arrive at another process than that of the page. Heartbeats of all streams, one every 15 seconds, share the processors.',
    },
  ];
}

function obstacleTo(count: number): string | undefined {
  if (!hasNats) return 'needs nats-server';
  const files = Number(/^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);
  return files < count + otherFiles ? `needs ${count + otherFiles} open files; ulimit -n is ${files}` : undefined;
}

interface PageOptions {
  readonly DATABASE_URL: string;
  readonly appId: string;
  readonly fetches: readonly (typeof globalThis.fetch)[];
  readonly count: number;
}

/** Creates people who granted consent, each with a device, by rows of the database. Their streams are at the processes in turn. */
async function createPages(
  { issuer, url }: RunningNotifications,
  { DATABASE_URL, appId, fetches, count }: PageOptions,
): Promise<readonly Page[]> {
  const database = await openDatabase({ databaseUrl: DATABASE_URL, poolSize: 1 });
  await sql`
    insert into notifications.consents (app_id, session_address, status, updated_at)
    select ${appId}::uuid, md5('page' || n), 'granted', now() from generate_series(1, ${count}::integer) as n`.execute(
    database.db,
  );
  await sql`
    insert into notifications.recipient_apps (session_address, app_id)
    select md5('page' || n), ${appId}::uuid from generate_series(1, ${count}::integer) as n`.execute(database.db);
  const { rows } = await sql<{ sub: string; device: string }>`
    insert into notifications.devices (session_address, id, transport, created_at, seen_at)
    select md5('page' || n), gen_random_uuid(), 'stream', now(), now() from generate_series(1, ${count}::integer) as n
    returning session_address as sub, id as device`.execute(database.db);
  await database.close();
  return rows.map(({ sub, device }, at) => ({
    sub,
    openStream: async () => {
      const authorization = `Bearer ${await issuer.token({ claims: { sub } })}`;
      const fetch = fetches[at % fetches.length] ?? globalThis.fetch;
      const host = createNotificationsClient({ baseUrl: url, fetch, headers: { authorization } });
      return unwrap(await host.streamPushes({ query: { deviceId: device } }));
    },
  }));
}

/** P14: many open pages in one process, and pushes to them. */
export const pushStreams: Measurement = {
  title: 'Open push streams',
  run: async (bench) => {
    const [count, pushes] = [bench.times(2_000), bench.times(400)];
    const memory = measureMemoryAfterGc();
    bench.onClear(memory.clear);
    const notifications = await startNotifications(
      measuredStart({ ...memory.env, DATABASE_URL: await bench.freshDatabase() }),
    );
    bench.onClear(notifications.stop);
    const { pid } = notifications.platform;
    const app = await notifications.app();
    const onArrival = new Map<string, () => void>();
    // The first pages compile the code and open the connections to the database.
    const [first, few, later] = [
      await registerPages(notifications, app.appId, 50),
      await registerPages(notifications, app.appId, pushes),
      await registerPages(notifications, app.appId, count),
    ];
    const send = sender(app, onArrival);
    await openStreams([...first, ...few], onArrival);
    // The first sends compile their code.
    await atConstantRate({ perSecond, count: first.length }, send(first));
    const withFew = await atConstantRate({ perSecond, count: pushes }, send(few));
    const before = await memory.read(pid);
    await openStreams(later, onArrival);
    const kilobytes = ((await memory.read(pid)) - before) / count / 1000;

    const cpuBefore = cpuTimeOf(pid);
    const latencies = await atConstantRate({ perSecond, count: pushes }, send(later));
    const cpu = (cpuTimeOf(pid) - cpuBefore) / pushes;
    const open = `${count.toLocaleString('en')} open streams in one process`;
    const rows = [
      { ...memoryRow(open, kilobytes), note: 'Socket, HTTP response and heartbeat of a stream.' },
      {
        ...latencyRow(open, latencies),
        note: `A send takes ${Math.round(cpu)} µs of processor time. With ${first.length + few.length} open streams the same sends take ${p99Of(withFew).toFixed(0)} ms (p99; median ${median(withFew).toFixed(0)} ms).`,
      },
    ];
    // What follows needs the memory.
    await bench.clear();
    return [...rows, ...(await streamsOverProcesses(bench))];
  },
};

/** Creates the device of a page for each of many people who granted consent. */
async function registerPages(
  { recipient }: RunningNotifications,
  appId: string,
  count: number,
): Promise<readonly Page[]> {
  const create = async (): Promise<Page> => {
    const { sub, host } = await recipient(appId);
    const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
    return { sub, openStream: async () => unwrap(await host.streamPushes({ query: { deviceId } })) };
  };
  return runConcurrently(Array.from({ length: count }, () => create));
}
