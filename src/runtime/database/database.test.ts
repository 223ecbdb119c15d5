import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { openDatabase, createReplicaReads } from './database.ts';
import { isUnavailable } from './database-errors.ts';
import { createDatabaseClock } from './database-clock.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createStatementNames } from './engine.ts';

const onServer = process.env['TEST_DATABASE_URL'] !== undefined;
const database = useStarted(createTestDatabase);

test.each([
  ['int8', sql`42::int8`, 42],
  ['int8 beyond what a number holds', sql`9007199254740993::int8`, '9007199254740993'],
  ['count', sql`count(*)`, 1],
  ['sum of int8', sql`sum(2::int8)`, 2],
  ['numeric', sql`1.50::numeric`, 1.5],
  ['numeric that a number would round', sql`0.1234567890123456789::numeric`, '0.1234567890123456789'],
  ['numeric without a fraction', sql`100::numeric`, 100],
  ['int4', sql`7::int4`, 7],
  ['float8', sql`0.25::float8`, 0.25],
  ['timestamptz', sql`'2026-01-31 12:34:56.789+05:30'::timestamptz`, new Date('2026-01-31T07:04:56.789Z')],
  ['timestamp', sql`'2026-01-31 12:34:56'::timestamp`, new Date('2026-01-31T12:34:56Z')],
  ['date', sql`'2026-01-31'::date`, '2026-01-31'],
  ['jsonb', sql`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
  ['bytea', sql`'\\x00ff'::bytea`, Buffer.from([0, 255])],
  ['boolean', sql`true`, true],
  ['null', sql`null::int8`, null],
  ['uuid', sql`'00000000-0000-4000-8000-00000000000a'::uuid`, '00000000-0000-4000-8000-00000000000a'],
  ['text[]', sql`array['a', 'b,c', null]`, ['a', 'b,c', null]],
  ['int8[]', sql`array[1, null]::int8[]`, [1, null]],
  ['timestamptz[]', sql`array['2026-01-31 00:00:00+00'::timestamptz]`, [new Date('2026-01-31T00:00:00Z')]],
])('database: both engines return the same %s', async (_type, expression, expected) => {
  const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(database.db);
  expect(rows[0]?.value).toEqual(expected);
});

test('database: both engines accept the same parameters: dates, bytes, arrays of text, JSON as text', async () => {
  const at = new Date('2026-01-31T07:04:56.789Z');
  const { rows } = await sql`select ${at}::timestamptz as at, ${Buffer.from('hi')}::bytea as bytes,
    ${['a', '"b"', 'c,d']}::text[] as texts, ${JSON.stringify(['x'])}::jsonb as json`.execute(database.db);
  expect(rows[0]).toEqual({ at, bytes: Buffer.from('hi'), texts: ['a', '"b"', 'c,d'], json: ['x'] });
});

test.skipIf(onServer)('embedded database: its buffers take 16 MB of memory', async () => {
  const { rows } = await sql`show shared_buffers`.execute(database.db);
  expect(rows).toEqual([{ shared_buffers: '16MB' }]);
});

test('database: sessions use UTC', async () => {
  const { rows } = await sql<{ day: Date }>`
    select date_trunc('day', '2026-01-31 23:30:00-02'::timestamptz) as day`.execute(database.db);
  expect(rows[0]?.day).toEqual(new Date('2026-02-01T00:00:00Z'));
});

test('database: the error of a failed query has its SQLSTATE and no parameters', async () => {
  const failure = await sql`select ${'secret-parameter'}::text, 1 / 0`.execute(database.db).catch((e: unknown) => e);
  expect(failure).toMatchObject({ code: '22012' });
  expect(JSON.stringify({ ...Object(failure), message: String(failure) })).not.toContain('secret-parameter');
});

test('database: a rolled-back transaction is invisible to others during and after it', async () => {
  await sql`create table kept (id int primary key)`.execute(database.db);
  const failing = database.db.transaction().execute(async (transaction) => {
    await sql`insert into kept values (1)`.execute(transaction);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const { rows } = await sql`select id from kept`.execute(database.db);
  expect(rows).toEqual([]);
});

test('database: twenty concurrent read-modify-write transactions lose no update', async () => {
  await sql`create table counters (id int primary key, value int not null)`.execute(database.db);
  await sql`insert into counters values (1, 0)`.execute(database.db);
  const increment = () =>
    database.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ value: number }>`
        select value from counters where id = 1 for update`.execute(transaction);
      await sql`update counters set value = ${(rows[0]?.value ?? 0) + 1} where id = 1`.execute(transaction);
    });
  await Promise.all(Array.from({ length: 20 }, increment));
  const { rows } = await sql`select value from counters`.execute(database.db);
  expect(rows).toEqual([{ value: 20 }]);
});

test('database: ping responds, and connections are counted', async () => {
  await database.ping();
  expect(database.connections()).toMatchObject({ idle: expect.any(Number), waiting: 0 });
});

test.skipIf(!onServer)('PostgreSQL: statements end at the timeout, those of migrations do not', async () => {
  const options = { databaseUrl: database.url, poolSize: 1, timeoutMs: 200 };
  const slow = sql<{ slept: string }>`select 'slept' as slept from pg_sleep(0.4)`;
  const [limited, unlimited] = [
    await openDatabase(options),
    await openDatabase({ ...options, statements: 'unlimited' }),
  ];
  onTestFinished(async () => {
    await limited.close();
    await unlimited.close();
  });
  await expect(slow.execute(limited.db)).rejects.toThrow(/timeout/);
  expect((await slow.execute(unlimited.db)).rows).toEqual([{ slept: 'slept' }]);
});

test.skipIf(onServer)(
  'embedded database: a query that bypasses its transaction is rejected after a timeout',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const failure = database.db.transaction().execute(async () => {
      const bypassing = sql`select 1`.execute(database.db);
      const outcome = bypassing.catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(30_000);
      throw await outcome;
    });
    const error = await failure.catch((reason: unknown) => reason);
    expect(String(error)).toContain('inside a transaction every query must use the transaction');
    expect(isUnavailable(error)).toBe(true);
  },
);

test.skipIf(onServer)(
  'embedded database: vacuum bounds the size of a table that is repeatedly filled and emptied',
  async () => {
    await sql`create table passing (id int primary key, text text)`.execute(database.db);
    const fillAndEmpty = async () => {
      await sql`insert into passing select n, repeat('x', 100) from generate_series(1, 2000) n`.execute(database.db);
      await sql`delete from passing`.execute(database.db);
      // The engine's own counters settle after a second; the test does not wait.
      await sql`select pg_stat_force_next_flush()`.execute(database.db);
      await database.vacuum();
      const { rows } = await sql<{ size: number }>`
      select pg_total_relation_size('passing') as size`.execute(database.db);
      return rows[0]?.size ?? 0;
    };
    const sizes: number[] = [];
    for (let round = 0; round < 6; round++) sizes.push(await fillAndEmpty());
    // Pages of an index are used again one round later; without tidying every round would add as much as the first.
    expect(sizes[5]).toBeLessThanOrEqual(2 * (sizes[1] ?? 0));
    expect(sizes[5]).toBe(sizes[4]);
  },
);

test.skipIf(onServer)('embedded database: files persist, and a second use of the directory is rejected', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  // A process was killed while it made the files.
  mkdirSync(join(dataDir, 'db'));
  writeFileSync(join(dataDir, 'db', 'PG_VERSION'), 'half');
  writeFileSync(join(dataDir, 'db.unfinished'), '');

  const first = await openDatabase({ dataDir });
  await sql`create table notes (text text)`.execute(first.db);
  await sql`insert into notes values ('kept')`.execute(first.db);
  await expect(openDatabase({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`);
  await first.close();
  await first.close();

  const second = await openDatabase({ dataDir });
  expect((await sql`select text from notes`.execute(second.db)).rows).toEqual([{ text: 'kept' }]);
  await second.close();
});

test.runIf(onServer)(
  'PostgreSQL: a connection that breaks inside a transaction fails only that transaction',
  async () => {
    const failing = database.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db);
      await sql`select 1`.execute(transaction);
    });
    const error = await failing.catch((reason: unknown) => reason);
    expect(isUnavailable(error)).toBe(true);
    await database.ping();
  },
);

test('PostgreSQL: an unreachable server is unavailable', async () => {
  const nowhere = await openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' });
  const error = await nowhere.ping().catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  await nowhere.close();
});

test('database clock: the time is that of the database even if the local clock is wrong, and advances between synchronizations', async () => {
  let local = Date.UTC(2026, 0, 1);
  const ahead = 60_000;
  const clock = createDatabaseClock(
    async () => new Date(local + ahead),
    () => new Date(local),
  );
  await clock.synchronize();
  local += 1_000;
  expect(clock.now()).toEqual(new Date(local + ahead));
});

interface Row {
  readonly from: 'replica' | 'primary';
  readonly status: 'pending' | 'paid';
}

const primary = async (): Promise<Row | undefined> => ({ from: 'primary', status: 'paid' });
const read = createReplicaReads(() => 0);

test('replica: a row that it does not have yet is read from the primary', async () => {
  expect(await read(async (): Promise<Row | undefined> => undefined, primary)()).toMatchObject({ from: 'primary' });
});

test('replica: a row that may be outdated is read from the primary', async () => {
  const isPaid = (row: Row | undefined) => row?.status === 'paid';
  const of = (status: Row['status']) =>
    read(async (): Promise<Row | undefined> => ({ from: 'replica', status }), primary, isPaid)();
  expect(await of('pending')).toMatchObject({ from: 'primary' });
  expect(await of('paid')).toMatchObject({ from: 'replica' });
});

test('replica: while one read finds it unavailable, the others of the service do not wait for it', async () => {
  const service = createReplicaReads(() => 0);
  const asked: string[] = [];
  const unavailable = (name: string) => async (): Promise<Row | undefined> => {
    asked.push(name);
    throw Object.assign(new Error('connect'), { syscall: 'connect' });
  };
  expect(await service(unavailable('first'), primary)()).toMatchObject({ from: 'primary' });
  expect(await service(unavailable('second'), primary)()).toMatchObject({ from: 'primary' });
  expect(asked).toEqual(['first']);
});

test('prepared statements: the same text has the same name, and another text another one', () => {
  const nameOf = createStatementNames();
  const first = nameOf('select "name" from "a" where "id" = $1', [1]);
  expect(first).toBe('statement_1');
  expect(nameOf('select "name" from "a" where "id" = $1', [2])).toBe(first);
  expect(nameOf('select "name" from "b" where "id" = $1', [1])).toBe('statement_2');
});

test.each([
  'select * from "a" where "id" = $1',
  'select "a".*, "b"."name" from "a", "b" where "a"."id" = $1',
  'update "a" set "name" = $1 returning *',
])('prepared statements: one that returns all columns is not prepared: %s', (text) => {
  expect(createStatementNames()(text, [1])).toBeUndefined();
});

test('prepared statements: count(*) returns one column, and a product is no list of columns', () => {
  const nameOf = createStatementNames();
  expect(nameOf('select count(*) from "a" where "id" = $1', [1])).toBeDefined();
  expect(nameOf('select "a" * $1 as "product"', [1])).toBeDefined();
});

test('prepared statements: a statement without parameters is not prepared, nor are more than 300', () => {
  const nameOf = createStatementNames();
  expect(nameOf('begin', [])).toBeUndefined();
  const names = Array.from({ length: 301 }, (_, index) => nameOf(`select $1 + ${index}`, [1]));
  expect(new Set(names.slice(0, 300)).size).toBe(300);
  expect(names[300]).toBeUndefined();
  expect(nameOf('select $1 + 0', [1])).toBe(names[0]);
});
