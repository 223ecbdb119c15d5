import { spawnSync } from 'node:child_process';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/runtime/database/database.ts';
import { startPooler } from '../fixtures/servers.ts';
import { findPostgres, startPostgres } from '../fixtures/postgres.ts';

type Tables = Record<'things', { readonly id: number; readonly name: string }>;

const hasPooler = spawnSync('sh', ['-c', 'command -v pgbouncer']).status === 0;

/** Opens a database of one connection with a table of one row. */
async function openThings(databaseUrl: string) {
  const engine = await openDatabase({ databaseUrl, poolSize: 1 });
  const db = engine.db.withTables<Tables>();
  const query = db.selectFrom('things').where('id', '=', 1);
  return {
    db,
    name: async () => (await query.select('name').executeTakeFirst())?.name,
    everything: () => query.selectAll().executeTakeFirst(),
    prepared: async () => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
      return rows.map(({ statement }) => statement);
    },
    close: () => engine.close(),
  };
}

describe.skipIf(findPostgres() === undefined)('prepared statements', () => {
  test('a connection to the server prepares a statement once, and a migration that adds a column fails none', async () => {
    const server = await startPostgres();
    const things = await openThings(server.url);
    await sql`create table things (id integer primary key, name text)`.execute(things.db);
    await sql`insert into things values (1, 'first')`.execute(things.db);
    for (let time = 0; time < 7; time += 1) {
      expect(await things.name()).toBe('first');
      expect(await things.everything()).toEqual({ id: 1, name: 'first' });
    }
    expect(await things.prepared()).toEqual(['select "name" from "things" where "id" = $1']);
    await sql`alter table things add column colour text default 'red'`.execute(things.db);
    expect(await things.name()).toBe('first');
    expect(await things.everything()).toEqual({ id: 1, name: 'first', colour: 'red' });
    await things.close();
    await server.stop();
  });

  test.runIf(hasPooler)(
    'a connection to a pooler prepares nothing: its transactions go to many processes',
    async () => {
      const server = await startPostgres();
      const pooler = await startPooler(server.url);
      const things = await openThings(pooler.through(server.url));
      await sql`create table things (id integer primary key, name text)`.execute(things.db);
      await sql`insert into things values (1, 'first')`.execute(things.db);
      expect(await things.name()).toBe('first');
      expect(await things.prepared()).toEqual([]);
      await things.close();
      await pooler.stop();
      await server.stop();
    },
  );
});
