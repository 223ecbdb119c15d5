import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownIdentity, withLock } from './lock.ts';
import type { StateDir } from './state-dir.ts';

let dir: StateDir;
beforeEach(() => {
  dir = { path: mkdtempSync(join(tmpdir(), 'agent-id-lock-')), log: () => undefined };
});
afterEach(() => rmSync(dir.path, { recursive: true, force: true }));

const lockFile = (name = 'lock'): string => join(dir.path, name);
const { host } = ownIdentity();
/** Number of an exited process. */
const deadPid = spawnSync(process.execPath, ['-e', '0']).pid;
const holder = (fields: object): string => JSON.stringify({ pid: deadPid, start: null, host, token: 'old', ...fields });

test('lock: holders run one at a time and leave no lock file', async () => {
  let inside = 0;
  let most = 0;
  const runs = Array.from({ length: 20 }, (_, n) =>
    withLock(dir, async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      return n;
    }),
  );
  expect(await Promise.all(runs)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(most).toBe(1);
  expect(readdirSync(dir.path)).toEqual([]);
});

test('lock: released when the work throws an error', async () => {
  await expect(withLock(dir, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lockFile())).toBe(false);
});

test.each([
  ['a process that has ended', () => holder({})],
  ['a process whose number was reused', () => holder({ pid: process.pid, start: '1' })],
  ['a power cut that left it empty', () => ''],
  ['a power cut that left it incomplete', () => '{"pid":'],
])('lock: a lock left by %s is recovered', async (_case, content) => {
  writeFileSync(lockFile(), content());
  expect(await withLock(dir, () => 'done')).toBe('done');
  expect(readdirSync(dir.path)).toEqual([]);
});

test('lock: an interrupted recovery is recovered', async () => {
  writeFileSync(lockFile(), holder({}));
  writeFileSync(lockFile('lock.old'), holder({ token: 'breaker' }));
  writeFileSync(lockFile('lock.breaker'), holder({ token: 'breaker2' }));
  expect(await withLock(dir, () => 'done')).toBe('done');
  expect(existsSync(lockFile())).toBe(false);
});

test('lock: a lock of another host is kept until its lease ends', async () => {
  writeFileSync(lockFile(), holder({ host: 'elsewhere' }));
  const waiting = withLock(dir, () => 'done');
  // Long enough for several attempts.
  const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 200, 'waiting'))]);
  expect(early).toBe('waiting');
  utimesSync(lockFile(), 0, 0);
  expect(await waiting).toBe('done');
});

test('lock: the wait for a lock of another host exceeds the network timeout of its holder', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date', 'performance'] });
  try {
    const networkMs = await withLock(dir, (until) => until - performance.now());
    writeFileSync(lockFile(), holder({ host: 'elsewhere' }));
    let outcome = 'waiting';
    const waiting = withLock(dir, () => (outcome = 'done'));
    await vi.advanceTimersByTimeAsync(networkMs + 10_000);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await waiting).toBe('done');
  } finally {
    vi.useRealTimers();
  }
});

test('lock: twenty waiters on one stale lock run one at a time', async () => {
  writeFileSync(lockFile(), holder({}));
  let inside = 0;
  const seen: number[] = [];
  await Promise.all(
    Array.from({ length: 20 }, () =>
      withLock(dir, async () => {
        seen.push((inside += 1));
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      }),
    ),
  );
  expect(seen).toEqual(Array.from({ length: 20 }, () => 1));
});

test('lock: old drafts of killed processes are deleted', async () => {
  writeFileSync(lockFile('lock.1-x-1.draft'), holder({}));
  await withLock(dir, () => undefined);
  expect(readdirSync(dir.path)).toHaveLength(1);
  utimesSync(lockFile('lock.1-x-1.draft'), 0, 0);
  await withLock(dir, () => undefined);
  expect(readdirSync(dir.path)).toEqual([]);
});
