import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/runtime/database/database.ts';
import { cpuTimeOf, cpuTimeOfTree, parentOf } from './load.ts';
import { distribution } from '../../src/composition/distribution.ts';
import { type RequestKind, startRequestKinds } from './request-kinds.ts';
import type { CapacityResults, RequestCost } from './demand.ts';
import { startNotifications } from '../../contract-tests/fixtures/notifications.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { createServerDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import { measuredStart } from './workbench.ts';

/** Processor time of all processes of a local PostgreSQL server so far, microseconds. */
async function databaseTime(database: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  return cpuTimeOfTree(parentOf(rows[0]?.pid ?? NaN));
}

export interface MeasureOptions {
  readonly databaseUrl: string;
  /** Number of measured requests per kind. */
  readonly count: number;
  /** Names of the measured kinds; default: all. */
  readonly only?: readonly string[] | undefined;
  readonly say: (text: string) => void;
}

/** Warm-up requests per kind: compile code and open connections. */
const warmUp = 100;
const concurrency = 8;

/** Kinds whose requests others need: sessions to refresh, posts to read. */
const prerequisites = ['sign-in', 'post'];

/** Repeats every kind of request and measures processor time and stored rows. */
export async function measure({
  databaseUrl,
  count,
  only,
  say,
}: MeasureOptions): Promise<Omit<CapacityResults, 'machine'>> {
  const database = await openDatabase({ databaseUrl, poolSize: 1 });
  const kinds = await startRequestKinds(
    { DATABASE_URL: databaseUrl },
    { notifications: warmUp + count, sessions: warmUp + count },
  );
  const isSelected = (name: string) => only?.includes(name) ?? true;
  const unknown = (only ?? []).filter(
    (name) => name !== heartbeatKind && !kinds.all.some((kind) => kind.name === name),
  );
  try {
    if (unknown.length > 0) throw new Error(`Unknown kinds of requests: ${unknown.join(', ')}.`);
    const requests: Record<string, RequestCost> = {};
    for (const kind of kinds.all) {
      if (!isSelected(kind.name) && !prerequisites.includes(kind.name)) continue;
      await sendRequests(kind, 0, warmUp);
      if (!isSelected(kind.name)) continue;
      if (kind.name.includes('webhook')) await kinds.delivered(warmUp);
      const before = await readState(database, kind);
      await sendRequests(kind, warmUp, count);
      if (kind.name.includes('webhook')) await kinds.delivered(warmUp + count);
      const after = await readState(database, kind);
      requests[kind.name] = {
        serviceMicros: Math.round((after.service - before.service) / count),
        databaseMicros: Math.round((after.database - before.database) / count),
        rows: rowsPerRequest(before.rows, after.rows, count),
      };
      say(`${kind.name}: ${JSON.stringify(requests[kind.name])}`);
    }
    if (isSelected(heartbeatKind)) {
      const heartbeat = await heartbeatCost(databaseUrl, database);
      say(`${heartbeatKind}: ${JSON.stringify(heartbeat)}`);
      requests[heartbeatKind] = heartbeat;
    }
    return { requests, rowBytes: await rowBytes(database, Object.values(requests)) };
  } finally {
    await kinds.stop();
    await database.close();
  }
}

async function sendRequests({ request }: RequestKind, from: number, count: number): Promise<void> {
  let next = from;
  const work = async () => {
    while (next < from + count) await request(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

interface State {
  readonly service: number;
  readonly database: number;
  readonly rows: Readonly<Record<string, number>>;
}

async function readState(database: Database, { pid }: RequestKind): Promise<State> {
  const rows: Record<string, number> = {};
  for (const table of Object.keys(distribution)) {
    const counted = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      database.db,
    );
    rows[table] = counted.rows[0]?.count ?? 0;
  }
  return { rows, service: cpuTimeOf(pid), database: await databaseTime(database) };
}

function rowsPerRequest(before: State['rows'], after: State['rows'], count: number): Record<string, number> {
  const added = Object.entries(after).map(([table, rows]) => [table, (rows - (before[table] ?? 0)) / count] as const);
  // Smaller numbers have other causes: a concurrent session, a deleted row.
  return Object.fromEntries(
    added.filter(([, rows]) => rows >= 0.05).map(([table, rows]) => [table, Math.round(rows * 100) / 100]),
  );
}

async function rowBytes(database: Database, costs: readonly RequestCost[]): Promise<Record<string, number>> {
  const tables = [...new Set(costs.flatMap(({ rows }) => Object.keys(rows)))].toSorted((a, b) => (a < b ? -1 : 1));
  const sizes: Record<string, number> = {};
  for (const table of tables) {
    // Removes dead tuples of updates, which would count as size of rows.
    await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(database.db);
    const { rows } = await sql<{ bytes: number }>`
      select pg_total_relation_size(${table}::text::regclass)::float8 / greatest(count(*), 1) as bytes
      from ${sql.table(table)}`.execute(database.db);
    sizes[table] = Math.round(rows[0]?.bytes ?? 0);
  }
  return sizes;
}

const heartbeatKind = 'heartbeat of an open page';

/** Number of concurrently open pages. */
const pages = 1_000;
/** Duration of the measurements with and without pages, milliseconds: three heartbeats. */
const interval = 45_000;
/** Time for the service to remove closed streams, milliseconds. */
const settleTime = 5_000;

/**
 * Measures the cost of an open page that receives no pushes: the cost of a service with pages, minus its cost after they have
 * closed. The service without pages is measured last, because the minute after a start has costs of its own.
 */
async function heartbeatCost(databaseUrl: string, database: Database): Promise<RequestCost> {
  const notifications = await startNotifications(
    measuredStart({ DATABASE_URL: await createServerDatabase(databaseUrl) }),
  );
  const pid = notifications.platform.pid;
  const cpuTimes = async () => ({ service: cpuTimeOf(pid), database: await databaseTime(database) });
  const measureCosts = async () => {
    const before = await cpuTimes();
    await delay(interval);
    const after = await cpuTimes();
    return { service: after.service - before.service, database: after.database - before.database };
  };

  const closing = new AbortController();
  let received = 0;
  for (let page = 0; page < pages; page++) {
    const host = await notifications.person();
    const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
    const stream = unwrap(await host.streamPushes({ query: { deviceId } }));
    void stream
      .pipeTo(new WritableStream({ write: () => void (received += 1) }), { signal: closing.signal })
      .catch(() => undefined);
  }
  // The start, the sign-ins of all pages and their first heartbeats are work that an open page does not repeat.
  await delay(interval);
  received = 0;
  const open = await measureCosts();
  const heartbeats = received;
  closing.abort();
  await delay(settleTime);
  const idle = await measureCosts();
  await notifications.stop();
  if (heartbeats < 2 * pages)
    throw new Error(`Expected at least ${2 * pages} heartbeats of ${pages} pages, got ${heartbeats}.`);
  return {
    serviceMicros: Math.round((open.service - idle.service) / heartbeats),
    databaseMicros: Math.round((open.database - idle.database) / heartbeats),
    rows: {},
  };
}
