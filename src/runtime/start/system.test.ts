import { connect } from 'node:net';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loadSodium } from './ed25519-key-pair.ts';
import { collectGarbage, runsSodium, socketProblem, type System, thisSystem } from './system.ts';

const system = (other: Partial<System>): System => ({ ...thisSystem, arch: 'x64', ...other });

test('system: sodium-native is not loaded on an x64 processor without AVX, where it would end the process', () => {
  const old = system({ cpuFlags: () => ['fpu', 'sse4_2'] });
  expect(runsSodium(old)).toBe(false);
  expect(loadSodium(old)).toBeUndefined();
});

test('system: sodium-native is loaded with AVX, on other architectures, and where the flags are unknown', () => {
  expect(runsSodium(system({ cpuFlags: () => ['sse4_2', 'avx'] }))).toBe(true);
  expect(runsSodium(system({ arch: 'arm64', cpuFlags: () => undefined }))).toBe(true);
  expect(runsSodium(system({ cpuFlags: () => undefined }))).toBe(true);
});

async function failedConnection(path: string): Promise<Error> {
  const [error] = await once(connect(path), 'error').catch((reason: unknown) => [reason]);
  return error instanceof Error ? error : new Error(String(error));
}
const socket = '/run/nowhere/.s.PGSQL.5432';
const on = (isDirectory: boolean) => ({ ...thisSystem, isDirectory: () => isDirectory });

test('socket: on a system without its directory, and without the server, one line says what to do', async () => {
  const error = await failedConnection(socket);
  expect(socketProblem(error, on(false))).toBe(
    "The directory /run/nowhere of PostgreSQL's socket does not exist: start PostgreSQL, which creates it, or correct the host of DATABASE_URL.",
  );
  expect(socketProblem(new Error('The tables cannot be read.', { cause: error }), on(true))).toBe(
    'The directory /run/nowhere has no socket of PostgreSQL: start PostgreSQL, or correct the host of DATABASE_URL.',
  );
  expect(socketProblem(error)).toBe(socketProblem(error, on(false)));
});

test('socket: other errors are not explained', () => {
  expect(socketProblem(Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' }))).toBeUndefined();
  expect(socketProblem('ENOENT')).toBeUndefined();
});

test('garbage collection: frees what is not referenced, and does not expose the collector to other code', async () => {
  const freed = new WeakRef({});
  const kept = {};
  const referenced = new WeakRef(kept);
  // A weak reference keeps its target until the end of the turn that created it.
  await setImmediate();
  collectGarbage('last-resort');
  expect(freed.deref()).toBeUndefined();
  expect(referenced.deref()).toBe(kept);
  expect('gc' in globalThis).toBe(false);
});
