import { type Kysely, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { openDatabase } from './database.ts';
import { type Migration, migrate, migrationsCurrent } from './migrations.ts';

const database = useStarted(createTestDatabase);
beforeEach(async () => {
  await sql`drop schema if exists area cascade`.execute(database.db);
});

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

test('migrations: an area is current when all migrations are applied to its schema', async () => {
  expect(await migrationsCurrent(database, 'area', [first])).toBe(false);
  await migrate(database, 'area', [first]);
  expect(await migrationsCurrent(database, 'area', [first])).toBe(true);
  expect(await migrationsCurrent(database, 'area', [first, second])).toBe(false);
  expect(await migrationsCurrent(database, 'other', [first])).toBe(false);
  await migrate(database, 'area', [first, second]);
  await migrate(database, 'area', [first, second]);
  expect(await columns(database.db)).toEqual(['id', 'name']);
});

test('migrations: a failed migration rolls back the earlier ones, and the error names the area and the cause', async () => {
  const failing: Migration = { name: '0002-broken', up: async (db) => void (await sql`select 1 / 0`.execute(db)) };
  const failure = await migrate(database, 'area', [first, failing]).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: expect.stringContaining('area'), cause: { code: '22012' } });
  expect(await columns(database.db)).toEqual([]);
  await migrate(database, 'area', [first, second]);
  expect(await migrationsCurrent(database, 'area', [first, second])).toBe(true);
});

test('migrations: concurrent processes apply every migration once', async () => {
  const { url } = database;
  const processes = url === undefined ? [database, database] : await openSeveral(url);
  await Promise.all(processes.map((process) => migrate(process, 'area', [first, second])));
  expect(await columns(database.db)).toEqual(['id', 'name']);
  if (url !== undefined) await Promise.all(processes.map((process) => process.close()));
});

function openSeveral(databaseUrl: string) {
  return Promise.all(Array.from({ length: 5 }, () => openDatabase({ databaseUrl, poolSize: 2 })));
}

test('migrations: a release older than the database may serve, but not migrate', async () => {
  await migrate(database, 'area', [first, second]);
  expect(await migrationsCurrent(database, 'area', [first])).toBe(true);
  await expect(migrate(database, 'area', [first])).rejects.toThrow(
    'A newer release has migrated the tables of area: this release does not have 0002-names; its last migration is 0001-initial.',
  );
  expect(await columns(database.db)).toEqual(['id', 'name']);
});

test('migrations: a database with another migration of the same number is rejected', async () => {
  await migrate(database, 'area', [first, second]);
  const other: Migration = { name: '0002-other', up: async () => undefined };
  expect(await migrationsCurrent(database, 'area', [first, other])).toBe(false);
  await expect(migrate(database, 'area', [first, other])).rejects.toThrow('this release does not have 0002-names');
});

test('migrations: the statement timeout of the connection is restored', async () => {
  const limit = async () =>
    (await sql<{ value: string }>`select current_setting('statement_timeout') as value`.execute(database.db)).rows;
  const before = await limit();
  await migrate(database, 'area', [first]);
  expect(await limit()).toEqual(before);
});

test('migrations: names are numbered in ascending order, and numbers may be left out', async () => {
  await expect(migrate(database, 'area', [second, first])).rejects.toThrow('a number of four digits above 0002');
  await expect(migrate(database, 'area', [first, { ...second, name: '0001-names' }])).rejects.toThrow('above 0001');
  await expect(migrate(database, 'area', [{ ...first, name: 'items' }])).rejects.toThrow('above 0000');
  await migrate(database, 'area', [first, { ...second, name: '0004-names' }]);
  expect(await columns(database.db)).toEqual(['id', 'name']);
});
