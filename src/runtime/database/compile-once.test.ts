import { type Kysely, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { recordStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { compiledOnce, type ValueOf } from './compile-once.ts';

const database = useStarted(() => createTestDatabase());

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
