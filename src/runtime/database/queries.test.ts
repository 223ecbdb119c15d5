import { type KyselyPlugin, sql, type Kysely } from 'kysely';
import { beforeEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { deleteFound, compiledOnce, type ValueOf } from './queries.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { recordStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';

const database = useStarted(createTestDatabase);
beforeAll(async () => {
  await sql`create schema found`.execute(database.db);
  await sql`
    create table found.keys (owner text, place bigint, expires_at timestamptz, primary key (owner, place))`.execute(
    database.db,
  );
});

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
beforeEach(async () => {
  await sql`delete from found.keys`.execute(database.db);
  await sql`
    insert into found.keys (owner, place, expires_at)
    values ('a', 1, ${day(1)}), ('a', 2, ${day(2)}), ('b', 1, ${day(3)}), ('b', 2, ${day(9)})`.execute(database.db);
});

const expired = (limit: number) =>
  ({ table: 'found.keys', key: ['owner', 'place'], condition: sql`expires_at < ${day(5)}`, limit }) as const;
const left = async () =>
  (await sql<{ key: string }>`select owner || place as key from found.keys order by key`.execute(database.db)).rows.map(
    ({ key }) => key,
  );

test('deletion of found rows: those of the condition, at most the limit, and their number', async () => {
  expect(await deleteFound(database.db, expired(2))).toBe(2);
  expect(await left()).toHaveLength(2);
  expect(await deleteFound(database.db, expired(2))).toBe(1);
  expect(await deleteFound(database.db, expired(2))).toBe(0);
  // Neither a row with the same owner nor one with the same place.
  expect(await left()).toEqual(['b2']);
});

test('deletion of found rows: a row that is renewed after it was found stays', async () => {
  let renewed = false;
  const renewal: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!renewed) {
        renewed = true;
        await sql`update found.keys set expires_at = ${day(20)} where place = 2`.execute(database.db);
      }
      return result;
    },
  };
  expect(await deleteFound(database.db.withPlugin(renewal), expired(10))).toBe(2);
  expect(await left()).toEqual(['a2', 'b2']);
});

interface Numbers {
  readonly first: number;
  readonly second: number;
}

const build = (db: Kysely<unknown>, value: ValueOf<Numbers>) =>
  db.selectNoFrom([
    sql<number>`${value('second')}::integer`.as('second'),
    sql<number>`${value('first')}::integer - ${10}::integer`.as('less'),
  ]);

test('database: a query that is compiled once has the values of each execution', async () => {
  const built = vi.fn(build);
  const query = compiledOnce(built);
  expect(await query(database.db, { first: 11, second: 2 })).toEqual([{ second: 2, less: 1 }]);
  expect(await query(database.db, { second: 4, first: 13 })).toEqual([{ second: 4, less: 3 }]);
  expect(built).toHaveBeenCalledTimes(1);
});

test('database: in a transaction a query that is compiled once is part of it', async () => {
  const query = compiledOnce((db: Kysely<unknown>, value: ValueOf<{ readonly name: string }>) =>
    db.selectNoFrom(sql<string>`set_config('test.name', ${value('name')}, true)`.as('name')),
  );
  const transaction = await database.db.startTransaction().execute();
  expect(await query(transaction, { name: 'one' })).toEqual([{ name: 'one' }]);
  const { rows } = await sql`select current_setting('test.name') as name`.execute(transaction);
  expect(rows).toEqual([{ name: 'one' }]);
  await transaction.rollback().execute();
});

test('database: plugins receive a query that is compiled once with its values, at each execution', async () => {
  const query = compiledOnce(build);
  const { plugin, executed } = recordStatements();
  for (const first of [11, 12])
    expect(await query(database.db.withPlugin(plugin), { first, second: 2 })).toEqual([
      { second: 2, less: first - 10 },
    ]);
  const parameters = executed.map(
    (node) => database.db.getExecutor().compileQuery(node, { queryId: 'executed' }).parameters,
  );
  expect(parameters).toEqual([
    [2, 11, 10],
    [2, 12, 10],
  ]);
});
