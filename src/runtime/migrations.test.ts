import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import { openDatabase } from './database.ts';
import { type Migration, migrate, migrationsCurrent } from './migrations.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await sql`drop schema if exists area cascade`.execute(database.db);
});
afterAll(() => database.close());

const first: Migration = {
  name: '0001-initial',
  up: async (db) => void (await sql`create table area.things (id int primary key)`.execute(db)),
};
const second: Migration = {
  name: '0002-names',
  up: async (db) => void (await sql`alter table area.things add column name text`.execute(db)),
};

async function columns(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'area' and table_name = 'things' order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

test('an area is current once every step was taken, in a schema of its own', async () => {
  expect(await migrationsCurrent(database, 'area', [first])).toBe(false);
  await migrate(database, 'area', [first]);
  expect(await migrationsCurrent(database, 'area', [first])).toBe(true);
  expect(await migrationsCurrent(database, 'area', [first, second])).toBe(false);
  expect(await migrationsCurrent(database, 'other', [first])).toBe(false);
  await migrate(database, 'area', [first, second]);
  await migrate(database, 'area', [first, second]);
  expect(await columns(database.db)).toEqual(['id', 'name']);
});

test('a step that fails takes the steps before it along, and says which area and why', async () => {
  const failing: Migration = { name: '0002-broken', up: async (db) => void (await sql`select 1 / 0`.execute(db)) };
  const failure = await migrate(database, 'area', [first, failing]).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining('area'), cause: { code: '22012' } });
  expect(await columns(database.db)).toEqual([]);
  await migrate(database, 'area', [first, second]);
  expect(await migrationsCurrent(database, 'area', [first, second])).toBe(true);
});

test('several processes that start at once take every step once', async () => {
  const { url } = database;
  const processes = url === undefined ? [database, database] : await openSeveral(url);
  await Promise.all(processes.map((process) => migrate(process, 'area', [first, second])));
  expect(await columns(database.db)).toEqual(['id', 'name']);
  if (url !== undefined) await Promise.all(processes.map((process) => process.close()));
});

function openSeveral(databaseUrl: string) {
  return Promise.all(Array.from({ length: 5 }, () => openDatabase({ databaseUrl, poolSize: 2 })));
}

test('a rolling upgrade: a program that is older than the database may serve, but not migrate', async () => {
  await migrate(database, 'area', [first, second]);
  expect(await migrationsCurrent(database, 'area', [first])).toBe(true);
  await expect(migrate(database, 'area', [first])).rejects.toThrow(
    'The tables of area were changed by a newer program: 0002-names is not known to this one, whose last step is 0001-initial.',
  );
  expect(await columns(database.db)).toEqual(['id', 'name']);
});

test('a database with another step of the same number is refused: two histories do not mix', async () => {
  await migrate(database, 'area', [first, second]);
  const other: Migration = { name: '0002-other', up: async () => undefined };
  expect(await migrationsCurrent(database, 'area', [first, other])).toBe(false);
  await expect(migrate(database, 'area', [first, other])).rejects.toThrow('0002-names is not known to this one');
});

test('a connection goes back with the statement limit it had', async () => {
  const limit = async () =>
    (await sql<{ value: string }>`select current_setting('statement_timeout') as value`.execute(database.db)).rows;
  const before = await limit();
  await migrate(database, 'area', [first]);
  expect(await limit()).toEqual(before);
});

test('steps are numbered in their order', async () => {
  await expect(migrate(database, 'area', [second])).rejects.toThrow('its name must start with 0001-');
});
