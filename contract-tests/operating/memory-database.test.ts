import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../src/runtime/database/database.ts';
import { startInProcess } from '../fixtures/platform-in-process.ts';
import { openMemoryDatabase } from '../fixtures/runtime/test-database.ts';

const open: Database[] = [];
const closeAll = () => Promise.all(open.splice(0).map((database) => database.close()));
afterEach(closeAll);

/** Closes the database of the last user and opens the next one. */
async function nextDatabase(): Promise<Database> {
  await closeAll();
  const database = await openMemoryDatabase();
  open.push(database);
  return database;
}

/** Numbers of rows by table, without empty tables. */
async function rowCounts({ db }: Database): Promise<Readonly<Record<string, number>>> {
  const tables = await sql<{ readonly name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not like 'pg_%'
    and schemaname <> 'information_schema' order by name`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ readonly count: number }>`
      select count(*)::integer as count from ${sql.raw(name)}`.execute(db);
    if (rows[0] && rows[0].count > 0) counts[name] = rows[0].count;
  }
  return counts;
}

async function single(query: ReturnType<typeof sql<{ readonly value: unknown }>>, { db }: Database): Promise<unknown> {
  return (await query.execute(db)).rows[0]?.value;
}

/** When the PostgreSQL of a database started; equal for databases of the same one. */
const startOf = (database: Database): Promise<unknown> =>
  single(sql`select pg_postmaster_start_time()::text as value`, database);

test('databases in memory: rows of an earlier user are gone, and rows of migrations are there', async () => {
  const initial = await rowCounts(await nextDatabase());
  await closeAll();
  const platform = await startInProcess({ services: ['sso', 'forum'], database: 'memory' });
  await platform.stop();
  const database = await nextDatabase();
  expect(initial).toHaveProperty('forum.migrations', 1);
  expect(await rowCounts(database)).toEqual(initial);
  await sql`delete from forum.migrations`.execute(database.db);
  expect(await rowCounts(await nextDatabase())).toEqual(initial);
});

test('databases in memory: the same PostgreSQL serves the next user, without sequences, settings and transactions of the earlier one', async () => {
  const next = sql<{ readonly value: unknown }>`select nextval('forum.writes_id_seq') as value`;
  const timeout = sql<{ readonly value: unknown }>`select current_setting('statement_timeout') as value`;
  const first = await nextDatabase();
  expect(await single(next, first)).toBe(1);
  await sql`set statement_timeout = '1min'`.execute(first.db);
  await sql`begin`.execute(first.db);
  const started = await startOf(first);
  const second = await nextDatabase();
  expect(await startOf(second)).toBe(started);
  expect(await single(next, second)).toBe(1);
  expect(await single(timeout, second)).toBe('0');
});

test('databases in memory: after a change of definitions PostgreSQL starts again', async () => {
  const first = await nextDatabase();
  await sql`create table public.notes (text text)`.execute(first.db);
  await sql`alter table forum.bans add column extra text`.execute(first.db);
  const started = await startOf(first);
  const second = await nextDatabase();
  expect(await startOf(second)).not.toBe(started);
  expect(await single(sql`select to_regclass('public.notes') as value`, second)).toBeNull();
  expect(await single(sql`select count(*)::integer as value from pg_attribute where attname = 'extra'`, second)).toBe(
    0,
  );
});
