import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';

const root = resolve(import.meta.dirname, '..', '..');
/** Processes are listed in /proc. */
const isLinux = process.platform === 'linux';

let folder: string;
let port: number;
let program: ChildProcess | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'started-'));
  port = await freePort();
});
afterEach(async () => {
  program?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a program in a group of its own, so that a signal reaches it alone. */
function start(script: string, args: readonly string[]): ChildProcess {
  program = spawn(process.execPath, [join(root, 'scripts', script), ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, WEB_PORT: String(port), DRAIN_SECONDS: '0', LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    detached: true,
  });
  return program;
}

const responds = () =>
  fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );

/** Processes that a process started, and theirs. */
function descendants(pid: number): readonly number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'latin1') : '';
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return stat === '' ? [] : [[Number(name), Number(parent)] as const];
    } catch {
      return [];
    }
  });
  const children = parents.flatMap(([child, parent]) => (parent === pid ? [child] : []));
  return [...children, ...children.flatMap(descendants)];
}

const alive = (pids: readonly number[]) =>
  pids.filter((pid) => existsSync(`/proc/${pid}`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1')));

const programs = [
  ['npm run mock', 'mock.ts', () => ['forum', '--port', String(port)]],
  ['npm run dev', 'dev.ts', () => ['web']],
] as const;
const cases = programs.flatMap(([name, script, args]) =>
  (['SIGINT', 'SIGTERM', 'SIGKILL'] as const).map((signal) => [name, signal, script, args] as const),
);

test.skipIf(!isLinux).each(cases)('%s: what it started ends when %s ends it', async (_name, signal, script, args) => {
  const child = start(script, args());
  await expect.poll(responds, { timeout: 60_000 }).toBe(true);
  const started = descendants(child.pid ?? NaN);
  expect(started.length).toBeGreaterThan(0);
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  await expect.poll(() => alive(started), { timeout: 20_000 }).toEqual([]);
  expect(await responds()).toBe(false);
});

test.skipIf(!isLinux)('npm run dev: a changed source restarts the services', async () => {
  const child = start('dev.ts', ['web']);
  await expect.poll(responds, { timeout: 60_000 }).toBe(true);
  const before = descendants(child.pid ?? NaN);
  const source = join(root, 'src', 'main.ts');
  const { atime, mtime } = statSync(source);
  utimesSync(source, atime, mtime);
  await expect.poll(() => alive(before), { timeout: 30_000 }).toEqual([]);
  await expect.poll(responds, { timeout: 60_000 }).toBe(true);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
