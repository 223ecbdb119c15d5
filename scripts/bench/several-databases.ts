import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOnNodes, hasCitus, startCitus } from '../../contract-tests/fixtures/citus.ts';
import { findPostgres } from '../../contract-tests/fixtures/postgres.ts';
import { distributeTables, rowAreas } from '../../src/composition/distribute.ts';
import { migrateTables } from '../../src/composition/platform-services.ts';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { areas } from '../../src/typed-contract/areas.ts';
import { type Finding, median, notMeasured, processorTime, ratioOf, runRounds } from './findings.ts';
import { concurrentFlows, cpuTimeOfTree, type RoundResult } from './load.ts';
import { startRequestKinds } from './request-kinds.ts';
import { mixOf } from './request-mix.ts';
import type { Measurement, Workbench } from './workbench.ts';

const rows = {
  areas: 'the mix of all requests of P11, a database for each area: platform and PostgreSQL; peer: one database',
  citus:
    'the same on Citus, a coordinator and two workers, rows of forum, backend and notification service spread; peer: one database',
} as const;
const targets = { areas: { atMost: 1.1 }, citus: { atMost: 1.5 } } as const;

const citusNote =
  'The schemas of the other areas are on a node each: the coordinator plans every statement and sends it to a worker, which plans and runs it.';

/** Where the tables are, and what that costs. */
interface Databases {
  /** Settings of the platform. */
  readonly env: NodeJS.ProcessEnv;
  /** Processor time of all servers so far, microseconds. */
  readonly time: () => number;
}

/** P18: what a request costs when its tables are in several databases, or on several nodes. */
export const severalDatabases: Measurement = {
  title: 'Several databases',
  run: async (bench) => {
    const one = await startMix(bench, {
      env: { DATABASE_URL: await bench.freshDatabase() },
      time: bench.databaseTime,
    });
    const each = await startMix(bench, {
      env: {
        DATABASE_URL: await bench.freshDatabase(),
        FORUM_DATABASE_URL: await bench.freshDatabase(),
        BACKEND_DATABASE_URL: await bench.freshDatabase(),
        NOTIFICATIONS_DATABASE_URL: await bench.freshDatabase(),
      },
      time: bench.databaseTime,
    });
    const cluster = await startCluster(bench);
    const results = await runRounds(bench, {
      one,
      each,
      ...(cluster && { cluster: await startMix(bench, cluster) }),
    });
    return [
      compareTotals(rows.areas, results.each, results.one, targets.areas),
      results.cluster
        ? compareTotals(rows.citus, results.cluster, results.one, targets.citus, citusNote)
        : notMeasured(rows.citus, targets.citus, 'needs the extension citus of PostgreSQL'),
    ];
  },
};

/** Starts all services. @returns what sends the next requests of the mix and measures services and databases */
async function startMix(bench: Workbench, { env, time }: Databases): Promise<() => Promise<RoundResult>> {
  const count = bench.times(2_000);
  const all = count * (bench.rounds + bench.warmUpRounds);
  // Above their share in the mix.
  const kinds = await startRequestKinds(env, {
    notifications: Math.ceil(all * 0.05),
    sessions: Math.ceil(all * 0.005),
  });
  bench.onClear(kinds.stop);
  const request = await mixOf(kinds.all);
  const pids = [...new Set(kinds.all.map(({ pid }) => pid))];
  const services = () => pids.reduce((sum, pid) => sum + cpuTimeOfTree(pid), 0);
  return async () => {
    const before = { services: services(), databases: time() };
    const started = performance.now();
    let left = count;
    const work = async () => {
      for (; left > 0; left -= 1) await request();
    };
    await Promise.all(Array.from({ length: concurrentFlows }, work));
    return {
      perSecond: (1000 * count) / (performance.now() - started),
      p99: NaN,
      cpu: (services() - before.services) / count,
      databaseCpu: (time() - before.databases) / count,
    };
  };
}

/** Starts Citus with migrated and distributed tables; undefined where PostgreSQL does not have it. */
async function startCluster(bench: Workbench): Promise<Databases | undefined> {
  if (findPostgres() === undefined || !(await hasCitus())) return undefined;
  const { coordinator, workers, stop } = await startCitus();
  bench.onClear(stop);
  const name = 'bench';
  await createOnNodes(coordinator.url, name);
  const url = new URL(coordinator.url);
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, poolSize: 1 });
  await migrateTables({ areas, database, directUrl: url.href, log: undefined });
  await database.close();
  await distributeTables({ directUrl: url.href, areas, rows: rowAreas, dryRun: false, print: () => undefined });
  const pids = [coordinator, ...workers].map(({ directory }) =>
    Number(readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]),
  );
  return {
    env: { DATABASE_URL: url.href },
    time: () => pids.reduce((sum, pid) => sum + cpuTimeOfTree(pid), 0),
  };
}

/** Compares the processor time of services and databases together. */
function compareTotals(
  what: string,
  ours: readonly RoundResult[],
  peer: readonly RoundResult[],
  target: Finding['target'],
  remark = '',
): Finding {
  const totals = (results: readonly RoundResult[]) => results.map(({ cpu, databaseCpu }) => cpu + databaseCpu);
  const ratio = ratioOf(totals(ours), totals(peer));
  const of = (part: 'cpu' | 'databaseCpu') => {
    const values = (results: readonly RoundResult[]) => median(results.map((one) => one[part]));
    return (values(ours) / values(peer)).toFixed(2);
  };
  return {
    what,
    ours: processorTime(ours),
    peer: processorTime(peer),
    ratio,
    target,
    cpu: ratio,
    note: `The services alone take ${of('cpu')} of their processor time on one database, PostgreSQL alone ${of('databaseCpu')}. ${remark}`.trim(),
    // A server elsewhere does not tell its processor time.
    ...(Number.isNaN(ratio.median) && { unjudged: true }),
  };
}
