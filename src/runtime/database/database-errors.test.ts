import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import {
  isForeignKeyViolation,
  isLostNode,
  isUnavailable,
  isUniqueViolation,
  retryOnConflict,
} from './database-errors.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const database = useStarted(createTestDatabase);
beforeAll(async () => {
  await sql`create table parents (id int constraint parents_key primary key)`.execute(database.db);
  await sql`create table children (parent int constraint children_parent references parents)`.execute(database.db);
  await sql`insert into parents values (1)`.execute(database.db);
});

const failure = (code: string, message = 'refused') => Object.assign(new Error(message), { code });

test.each([
  ['08006 connection failure', failure('08006')],
  ['53300 too many connections', failure('53300')],
  ['53100 disk full', failure('53100')],
  ['57P01 shutdown', failure('57P01')],
  ['57P03 starting up', failure('57P03')],
  ['57014 statement timeout', failure('57014')],
  ['25006 a standby', failure('25006')],
  ['40P01 deadlock', failure('40P01')],
  ['pool timeout', new Error('timeout exceeded when trying to connect')],
  ['terminated', new Error('Connection terminated unexpectedly')],
  ['a node of Citus is lost', failure('XX000', 'failure on connection marked as essential: 127.0.0.1:5432')],
  [
    'a node of Citus is lost during a commit',
    failure('XX000', 'could not commit transaction for shard 102759 on at least one active node'),
  ],
  [
    'a node of Citus is lost before a commit on several',
    failure('XX000', "failed to prepare transaction 'citus_0_1_2_3' on host 127.0.0.1:5432"),
  ],
  ['refused', Object.assign(failure('ECONNREFUSED'), { syscall: 'connect' })],
  ['refused on every address', new AggregateError([Object.assign(failure('ECONNREFUSED'), { syscall: 'connect' })])],
  ['name not found', Object.assign(failure('EAI_AGAIN'), { syscall: 'getaddrinfo' })],
  ['the cause counts', new Error('failed', { cause: failure('57P01') })],
])('database errors: %s is unavailable', (_case, error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  ['23505 unique violation', failure('23505')],
  ['42P01 no such table', failure('42P01')],
  ['22012 division by zero', failure('22012')],
  ['XX000 another internal error', failure('XX000')],
  ['no file', Object.assign(failure('ENOENT'), { syscall: 'open' })],
  ['a mistake of ours', new TypeError('x is not a function')],
  ['not an error', 'ECONNREFUSED'],
])('database errors: %s is not unavailable', (_case, error) => {
  expect(isUnavailable(error)).toBe(false);
});

test('database errors: only a server that responds can have lost another node', () => {
  const said = (error: Error) => Object.assign(error, { severity: 'ERROR' });
  for (const lost of [failure('08006'), failure('XX000', "failed to prepare transaction 'citus_0_1_2_3'")])
    expect([isLostNode(lost), isLostNode(said(lost))]).toEqual([false, true]);
  for (const other of [failure('53300'), failure('57P01'), failure('XX000')])
    expect(isLostNode(said(other))).toBe(false);
});

test('database errors: a unique violation is recognized', async () => {
  const error = await sql`insert into parents values (1)`.execute(database.db).catch((reason: unknown) => reason);
  expect(isUniqueViolation(error)).toBe(true);
  expect(isForeignKeyViolation(error)).toBe(false);
});

test('database errors: a foreign key violation is recognized', async () => {
  const error = await sql`insert into children values (2)`.execute(database.db).catch((reason: unknown) => reason);
  expect(isForeignKeyViolation(error)).toBe(true);
  expect(isUniqueViolation(error)).toBe(false);
});

test('database errors: a conflict is retried up to three attempts; other errors are not', async () => {
  const outcomes = (...errors: readonly (Error | undefined)[]) => {
    let calls = 0;
    const work = () => {
      const error = errors[calls++];
      return error ? Promise.reject(error) : Promise.resolve(calls);
    };
    return retryOnConflict(work).catch((error: unknown) => ({ error, calls }));
  };
  const [serialization, deadlock, other] = [failure('40001'), failure('40P01'), failure('23505')];
  expect(await outcomes(serialization, deadlock, undefined)).toBe(3);
  expect(await outcomes(serialization, serialization, deadlock)).toEqual({ error: deadlock, calls: 3 });
  expect(await outcomes(other)).toEqual({ error: other, calls: 1 });
});
