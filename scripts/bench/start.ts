import type { RunningPlatform } from '../../contract-tests/fixtures/platform.ts';
import { cpuTimeOf, memoryOf } from './load.ts';
import { type Finding, median, spreadOf } from './findings.ts';
import { measureInstall } from './install.ts';
import type { Measurement, Workbench } from './workbench.ts';

/** Settings that the backend needs on PostgreSQL. The key is that of RFC 8032 §7.1, test 1. */
const backendSettings = {
  WEBHOOK_PUBLIC_KEY: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  PLATFORM_AUDIENCE: '00000006010000000000000000000001',
  NEXT_PUBLIC_RECIPIENT_ADDRESS: '9mVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC28p7y5GYc4',
  NEXT_PUBLIC_PLATFORM_RECIPIENT_ADDRESS: '00000006010000000000000000000001',
} as const;

interface Start {
  readonly platform: RunningPlatform;
  /** Seconds until all services were ready. */
  readonly seconds: number;
  /** Processor time, seconds. */
  readonly cpu: number;
}

/** P10: start time of all services in one process, memory without requests, and the weight of the installation. */
export const start: Measurement = {
  title: 'Start, memory and installation',
  run: async (bench) => {
    const first: Start[] = [];
    const second: Start[] = [];
    const memory: number[] = [];
    for (let round = 0; round < Math.min(bench.rounds, 3); round++) {
      const firstStart = await timedStart(bench, {});
      await firstStart.platform.stop();
      const secondStart = await timedStart(bench, { after: firstStart.platform });
      memory.push(await memoryAtRest(secondStart.platform));
      await secondStart.platform.stop();
      first.push(firstStart);
      second.push(secondStart);
    }
    const onPostgres = await timedStart(bench, {
      env: { DATABASE_URL: await bench.freshDatabase(), ...backendSettings },
    });
    const memoryOnPostgres = await memoryAtRest(onPostgres.platform);
    const bare = memoryOf((await bench.peer('hello')).pid) / 1e6;
    const secondsOf = (starts: readonly Start[]) => median(starts.map(({ seconds }) => seconds)).toFixed(1);
    return [
      startTimeRow(
        'first start of everything, embedded, on an empty directory; peer: the limit',
        first,
        2,
        `The second start, which finds its keys and tables, takes ${secondsOf(second)} s.`,
      ),
      startTimeRow(
        'second start; peer: the limit',
        second,
        1.5,
        `On an empty database of PostgreSQL, with the migrations but without the embedded database, a start takes ${secondsOf([onPostgres])} s.`,
      ),
      memoryRow(
        'memory at rest, everything embedded; peer: the limit',
        memory,
        300,
        `Without the embedded database, which keeps its buffers and files in the process, it is ${memoryOnPostgres.toFixed(0)} MB.`,
      ),
      memoryRow(
        'memory at rest, everything on PostgreSQL; peer: the limit',
        [memoryOnPostgres],
        170,
        `Bare Fastify with one route takes ${bare.toFixed(0)} MB; the rest are the modules, contracts and validators of all services.`,
      ),
      ...(await measureInstall(bench)),
    ];
  },
};

async function timedStart(bench: Workbench, options: Parameters<Workbench['platform']>[0]): Promise<Start> {
  const started = performance.now();
  const platform = await bench.platform(options);
  const seconds = (performance.now() - started) / 1000;
  return { platform, seconds, cpu: cpuTimeOf(platform.pid) / 1e6 };
}

/** Memory some time after the start, megabytes. */
async function memoryAtRest({ pid }: RunningPlatform): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  return memoryOf(pid) / 1e6;
}

function startTimeRow(what: string, starts: readonly Start[], limit: number, note: string): Finding {
  const seconds = starts.map((one) => one.seconds);
  return {
    what,
    ours: `${median(seconds).toFixed(1)} s, ${median(starts.map(({ cpu }) => cpu)).toFixed(1)} s of CPU time`,
    peer: `${limit} s`,
    ratio: spreadOf(seconds.map((one) => one / limit)),
    target: { atMost: 1 },
    cpu: spreadOf(starts.map(({ cpu }) => cpu / limit)),
    note,
  };
}

function memoryRow(what: string, megabytes: readonly number[], limit: number, note: string): Finding {
  return {
    what,
    ours: `${Math.round(median(megabytes))} MB`,
    peer: `${limit} MB`,
    ratio: spreadOf(megabytes.map((one) => one / limit)),
    target: { atMost: 1 },
    note,
  };
}
