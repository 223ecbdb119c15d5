import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { socketProblem } from './socket-problem.ts';
import { thisSystem } from './system.ts';

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
