import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryInUseError, lockDirectory } from './embedded-files.ts';
import { type System, thisSystem } from '../start/system.ts';

/** Node 20, which has no SQLite. */
const withoutSqlite: System = { ...thisSystem, sqlite: () => undefined };

let directory: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'directory-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

/** Another process that holds the lock. */
async function holder(): Promise<ChildProcess> {
  const module = new URL('./embedded-files.ts', import.meta.url).href;
  const program = `const { lockDirectory } = await import(${JSON.stringify(module)});
    globalThis.lock = lockDirectory(${JSON.stringify(directory)});
    console.log('held');
    setInterval(() => globalThis.lock, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('directory lock: a directory in use by another process is rejected with the id of that process', async () => {
  const child = await holder();
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError);
  expect(() => lockDirectory(directory)).toThrow(`${directory} is in use by process ${child.pid}`);
});

test('directory lock: a second lock in the same process is rejected until the first is released', () => {
  const lock = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(`in use by process ${process.pid}`);
  lock.release();
  lockDirectory(directory).release();
});

test('directory lock: a killed process releases its lock', async () => {
  const child = await holder();
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  lockDirectory(directory).release();
});

test('directory lock: a process id in the file does not lock the directory', () => {
  lockDirectory(directory).release();
  writeFileSync(join(directory, 'db.pid'), `${process.ppid}\n`);
  lockDirectory(directory).release();
});

test('directory lock: on a Node without SQLite it excludes other processes and itself, and those with SQLite', async () => {
  const lock = lockDirectory(directory, withoutSqlite);
  expect(() => lockDirectory(directory, withoutSqlite)).toThrow(DirectoryInUseError);
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUseError);
  lock.release();
  lock.release();
  const child = await holder();
  expect(() => lockDirectory(directory, withoutSqlite)).toThrow(`is in use by process ${child.pid}`);
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  lockDirectory(directory, withoutSqlite).release();
});
