import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Finding, notMeasured, spreadOf } from './findings.ts';
import type { Workbench } from './workbench.ts';

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
export async function measureInstall(bench: Workbench): Promise<readonly Finding[]> {
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
