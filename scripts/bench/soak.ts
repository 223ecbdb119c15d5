import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/runtime/database/database.ts';
import { startRequestKinds } from './request-kinds.ts';
import { mixOf } from './request-mix.ts';
import { memoryOf } from './load.ts';
import { type Finding, median, spreadOf } from './findings.ts';
import type { Measurement } from './workbench.ts';

/** Duration of the measurement and of the interval between samples of memory and tables, milliseconds. */
const duration = 10 * 60_000;
const sampleInterval = 5_000;
/** Seconds that a used proof is stored: its validity, the allowed clock skew, and the interval of deletions. */
const proofRetention = 60 + 5 + 300 + 60;
/** Tables whose rows expire during the measurement. */
const expiringTables = ['sso.dpop_proofs', 'forum.dpop_proofs'] as const;
/** Recipients of notifications; each gets one. */
const people = 4_000;
/** Delegations, and revocations of sessions. */
const sessions = 500;
const concurrency = 8;

interface Sample {
  readonly memory: number;
  /** Seconds since the first sample. */
  readonly at: number;
  /** Current rows and total inserts, by table. */
  readonly rows: readonly number[];
  readonly written: readonly number[];
}

/** P11: half load with a realistic mix of requests, while used proofs expire. */
export const soak: Measurement = {
  title: 'Ten minutes at half load, all kinds of requests',
  run: async (bench) => {
    const databaseUrl = await bench.freshDatabase();
    const database = await openDatabase({ databaseUrl, poolSize: 1 });
    bench.onClear(() => database.close());
    const kinds = await startRequestKinds(
      { DATABASE_URL: databaseUrl },
      {
        notifications: bench.times(people),
        sessions: bench.times(sessions),
      },
    );
    bench.onClear(kinds.stop);
    const request = await mixOf(kinds.all);

    const perSecond = Math.max(1, Math.floor((await capacity(request, bench.times(4_000))) / 2));
    const until = performance.now() + duration * bench.share;
    bench.say(`${perSecond} requests per second for ${Math.round((duration * bench.share) / 1000)} s`);
    const pids = [...new Set(kinds.all.map(({ pid }) => pid))];
    const samples: Sample[] = [];
    const started = performance.now();
    const takeSamples = async () => {
      while (performance.now() < until) {
        await delay(sampleInterval * bench.share);
        const memory = pids.reduce((sum, pid) => sum + memoryOf(pid), 0);
        const rows = await Promise.all(expiringTables.map((table) => rowsOf(database, table)));
        const written = await Promise.all(expiringTables.map((table) => writtenTo(database, table)));
        samples.push({ at: (performance.now() - started) / 1000, memory, rows, written });
      }
    };
    const onFailure = (error: unknown) =>
      bench.say(`failed: ${error instanceof Error ? error.message : String(error)}`);
    const [sent] = await Promise.all([send(request, { perSecond, until, onFailure }), takeSamples()]);
    return [memory(samples), proofs(samples), slowest(sent)];
  },
};

/** Measures the maximum number of requests per second. */
async function capacity(request: () => Promise<unknown>, count: number): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < 3; round++) {
    const started = performance.now();
    let left = count;
    const work = async () => {
      for (; left > 0; left -= 1) await request();
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    rates.push(count / ((performance.now() - started) / 1000));
  }
  return median(rates);
}

interface Sent {
  readonly count: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly slowest: number;
}

/** Sends at a constant rate, independent of responses: an overloaded service shows as latency, not as lower load. */
async function send(
  request: () => Promise<unknown>,
  { perSecond, until, onFailure }: { perSecond: number; until: number; onFailure: (error: unknown) => void },
): Promise<Sent> {
  const started = performance.now();
  const pending = new Set<Promise<void>>();
  let [count, failed, slowest] = [0, 0, 0];
  const one = async () => {
    const before = performance.now();
    await request().catch((error: unknown) => {
      failed += 1;
      onFailure(error);
    });
    slowest = Math.max(slowest, performance.now() - before);
  };
  while (performance.now() < until) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond);
    for (; count < due; count += 1) {
      const sending = one().finally(() => pending.delete(sending));
      pending.add(sending);
    }
    await delay(5);
  }
  await Promise.all(pending);
  return { count, failed, slowest };
}

async function rowsOf(database: Database, table: string): Promise<number> {
  const { rows } = await sql<{ rows: string }>`select count(*) as rows from ${sql.table(table)}`.execute(database.db);
  return Number(rows[0]?.rows);
}

/** Total number of inserted rows, from the statistics of the server. */
async function writtenTo(database: Database, table: string): Promise<number> {
  const { rows } = await sql<{ rows: string }>`
    select n_tup_ins as rows from pg_stat_user_tables where schemaname || '.' || relname = ${table}`.execute(
    database.db,
  );
  return Number(rows[0]?.rows);
}

/** Compares peaks, because a heap grows until it is collected; a leak raises every peak. */
function memory(samples: readonly Sample[]): Finding {
  const half = samples.length / 2;
  const peak = (part: readonly Sample[]) => Math.max(...part.map(({ memory: bytes }) => bytes)) / 1024 ** 2;
  const [first, second] = [peak(samples.slice(0, half)), peak(samples.slice(half))];
  return {
    what: 'most memory of all services in the second half; peer: in the first half',
    ours: `${Math.round(second)} MB`,
    peer: `${Math.round(first)} MB`,
    ratio: spreadOf([second / first]),
    target: { atMost: 1.1 },
  };
}

/** Finds the table with the most rows in relation to the inserts during the retention of a proof. */
function proofs(samples: readonly Sample[]): Finding {
  const insertsWhileKept = (index: number) =>
    samples.map(({ at, written }) => {
      const before = samples.findLast((sample) => sample.at <= at - proofRetention);
      return (written[index] ?? 0) - (before?.written[index] ?? 0);
    });
  const [worst] = expiringTables
    .map((table, index) => {
      const peak = Math.max(...samples.map(({ rows }) => rows[index] ?? 0));
      const allowed = Math.max(...insertsWhileKept(index));
      return { table, peak, allowed, ratio: peak / allowed };
    })
    .toSorted((one, other) => other.ratio - one.ratio);
  if (!worst) throw new Error('no table was sampled');
  return {
    what: `most rows in a table of used proofs (${worst.table}); peer: inserts during the retention of a proof`,
    ours: `${worst.peak}`,
    peer: `${worst.allowed}`,
    ratio: spreadOf([worst.ratio]),
    target: { atMost: 1.1 },
  };
}

function slowest({ slowest: milliseconds, count, failed }: Sent): Finding {
  return {
    what: `the slowest of ${count} requests; peer: one second`,
    ours: `${Math.round(milliseconds)} ms, ${failed} failed`,
    peer: '1000 ms, 0 failed',
    ratio: spreadOf([failed > 0 ? NaN : milliseconds / 1000]),
    target: { atMost: 1 },
  };
}
