import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Agent, bindAgent, testProvider, urlOf } from '../../contract-tests/fixtures/identity.ts';
import { openDatabase } from '../../src/service/database.ts';
import { load } from './load.ts';
import type { Finding, Measurement } from './measurement.ts';
import { memoryOf } from './cpu-time.ts';
import { signedHeaders } from './proofs.ts';
import { median, spreadOf } from './rounds.ts';
import type { Workbench } from './workbench.ts';

const path = '/api/agent-auth';
/** Milliseconds of the whole, and between two looks at memory and tables. */
const duration = 10 * 60_000;
const lookEvery = 5_000;
/** Seconds that a used proof stays: how long it is fresh, the margin for wrong clocks, and the turn of the pruning. */
const proofKept = 60 + 5 + 300 + 60;

interface Look {
  readonly memory: number;
  readonly proofs: number;
}

/** P11: half of what the service can take, for ten minutes, while used proofs are being forgotten. */
export const soak: Measurement = {
  title: 'Ten minutes at half load',
  run: async (bench) => {
    const databaseUrl = await bench.freshDatabase();
    const platform = await bench.platform({ services: ['sso', 'forum'], env: { DATABASE_URL: databaseUrl } });
    const agent = await bindAgent(platform, { clientId: await testProvider(platform) });
    const url = urlOf(platform, 'forum') + path;
    const pid = platform.process.pid ?? NaN;
    const perSecond = Math.floor((await capacity(bench, agent, { url, pid })) / 2);
    const until = performance.now() + duration * bench.share;
    bench.say(`${perSecond} requests per second for ${Math.round((duration * bench.share) / 1000)} s`);

    const database = await openDatabase({ databaseUrl, poolSize: 1 });
    bench.onClear(() => database.close());
    const looks: Look[] = [];
    const looking = async () => {
      while (performance.now() < until) {
        await delay(lookEvery * bench.share);
        const { rows } = await sql<{ proofs: string }>`select count(*) as proofs from forum.dpop_proofs`.execute(
          database.db,
        );
        looks.push({ memory: memoryOf(pid), proofs: Number(rows[0]?.proofs) });
      }
    };
    const [sent] = await Promise.all([send(agent, { url, perSecond, until }), looking()]);
    return [memory(looks), proofs(looks, sent), slowest(sent)];
  },
};

async function capacity(bench: Workbench, agent: Agent, { url, pid }: { url: string; pid: number }): Promise<number> {
  const rates: number[] = [];
  for (let round = 0; round < 3; round++) {
    const count = bench.times(2000);
    const headers = await signedHeaders(count, agent.key, { method: 'GET', url, accessToken: agent.accessToken });
    const request = (index: number) => ({ path, headers: headers(index) });
    rates.push((await load({ url: new URL(url).origin, pid, count, request })).perSecond);
  }
  return median(rates);
}

interface Sent {
  readonly count: number;
  readonly perSecond: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly slowest: number;
}

/** Keeps to the rate whatever the answers do: a service that falls behind shows as slow, not as less load. */
async function send(
  { headers }: Agent,
  { url, perSecond, until }: { url: string; perSecond: number; until: number },
): Promise<Sent> {
  const started = performance.now();
  const underway = new Set<Promise<void>>();
  let [count, failed, slowest] = [0, 0, 0];
  const one = async () => {
    const signed = await headers('GET', url);
    const before = performance.now();
    const answer = await fetch(url, { headers: signed }).catch(() => undefined);
    await answer?.arrayBuffer();
    slowest = Math.max(slowest, performance.now() - before);
    if (answer?.status !== 200) failed += 1;
  };
  while (performance.now() < until) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond);
    for (; count < due; count += 1) {
      const asking = one().finally(() => underway.delete(asking));
      underway.add(asking);
    }
    await delay(5);
  }
  await Promise.all(underway);
  return { count, failed, slowest, perSecond: count / ((performance.now() - started) / 1000) };
}

function memory(looks: readonly Look[]): Finding {
  const quarter = (index: number) =>
    looks
      .slice((looks.length * (index - 1)) / 4, (looks.length * index) / 4)
      .map(({ memory: bytes }) => bytes / 1024 ** 2);
  const [second, last] = [median(quarter(2)), median(quarter(4))];
  return {
    what: 'memory of sso and forum in the last quarter; peer: in the second quarter',
    ours: `${Math.round(last)} MB`,
    peer: `${Math.round(second)} MB`,
    ratio: spreadOf(quarter(4).map((megabytes) => megabytes / second)),
    bar: { atMost: 1.1 },
  };
}

function proofs(looks: readonly Look[], { perSecond }: Sent): Finding {
  const most = Math.max(...looks.map((look) => look.proofs));
  const allowed = perSecond * proofKept;
  return {
    what: 'most rows in the table of used proofs; peer: what comes in while one is kept',
    ours: `${most}`,
    peer: `${Math.round(allowed)}`,
    ratio: spreadOf([most / allowed]),
    bar: { atMost: 1.1 },
  };
}

function slowest({ slowest: milliseconds, count, failed }: Sent): Finding {
  return {
    what: `the slowest of ${count} requests; peer: one second`,
    ours: `${Math.round(milliseconds)} ms, ${failed} failed`,
    peer: '1000 ms, 0 failed',
    ratio: spreadOf([failed > 0 ? NaN : milliseconds / 1000]),
    bar: { atMost: 1 },
  };
}
