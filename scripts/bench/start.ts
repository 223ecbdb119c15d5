import type { RunningPlatform } from '../../contract-tests/fixtures/platform.ts';
import { cpuTimeOf, memoryOf } from './load.ts';
import { median, spreadOf, notMeasured, type Finding } from './findings.ts';
import type { Measurement, Workbench } from './workbench.ts';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '..', '..');
const target = { atMost: 1 };
/** Seconds, and megabytes on the disk. */
const limits = { seconds: 30, development: 600, production: 180 };
const rows = {
  seconds: 'npm ci in a clone, packages in the cache of npm, with what it builds; peer: the limit',
  development: 'the same: node_modules on the disk; peer: the limit',
  production: 'a release with its packages (npm ci --omit=dev) on the disk; peer: the limit',
} as const;

/** Installs the last commit as a developer does, and a release of it as an operator does. */
async function measureInstall(bench: Workbench): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  bench.onClear(() => rmSync(folder, { recursive: true, force: true }));
  const [clone, release] = [join(folder, 'clone'), join(folder, 'release')];
  try {
    await run('git', ['clone', '--quiet', root, clone], folder);
  } catch {
    return Object.values(rows).map((what) => notMeasured(what, target, 'needs a clone and git'));
  }
  // The packages alone; afterwards the cache has them all.
  const packages = await secondsOf(() => run('npm', ['ci', '--prefer-offline', '--ignore-scripts'], clone));
  const seconds = await secondsOf(() => run('npm', ['ci', '--prefer-offline'], clone));
  await run(process.execPath, ['scripts/release.ts', '--stage', release], clone);
  await run('npm', ['ci', '--omit=dev', '--prefer-offline'], release);
  const [development, production] = [await sizesOf(join(clone, 'node_modules')), await sizesOf(release)];
  return [
    {
      ...limitRow(rows.seconds, seconds, limits.seconds, 's'),
      note: `The packages alone, without what is built (npm ci --ignore-scripts), took ${packages.toFixed(0)} s before.`,
    },
    {
      ...limitRow(rows.development, development.total, limits.development, 'MB'),
      note: `The largest are ${development.largest}.`,
    },
    {
      ...limitRow(rows.production, production.total, limits.production, 'MB'),
      note: `The largest are ${(await sizesOf(join(release, 'node_modules'))).largest}.`,
    },
  ];
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function limitRow(what: string, value: number, limit: number, unit: string): Finding {
  return {
    what,
    ours: `${value.toFixed(0)} ${unit}`,
    peer: `${limit} ${unit}`,
    ratio: spreadOf([value / limit]),
    target,
  };
}

/** Runs a program with the settings of npm that this machine has, but not those that `npm run` adds. */
function run(program: string, args: readonly string[], cwd: string): Promise<{ readonly stdout: string }> {
  const own = /^npm_(?!config_(?!local_prefix))/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  return promisify(execFile)(program, [...args], { cwd, env, maxBuffer: 2 ** 26 });
}

/** Returns the megabytes of a folder, and names its largest parts. */
async function sizesOf(folder: string): Promise<{ readonly total: number; readonly largest: string }> {
  const { stdout } = await run('du', ['--max-depth=1', '--block-size=1M', '.'], folder);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const sizes = lines.map(([size, path = '']) => ({ size: Number(size), name: path.replace(/^\.\/?/, '') }));
  const parts = sizes.filter(({ name }) => name !== '').toSorted((one, other) => other.size - one.size);
  return {
    total: sizes.find(({ name }) => name === '')?.size ?? NaN,
    largest: parts
      .slice(0, 4)
      .map(({ name, size }) => `${name} (${size} MB)`)
      .join(', '),
  };
}

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
