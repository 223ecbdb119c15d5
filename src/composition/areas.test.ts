import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areas } from '../typed-contract/areas.ts';
import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { Migration } from '../runtime/database/migrations.ts';
import { areaServices } from './platform-services.ts';
import released from './released-migrations.json' with { type: 'json' };
import { createTestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';

/** Files of every area, see CONTRIBUTING.md; a list names alternatives. */
const skeleton = [
  'service.ts',
  'context.ts',
  'handler.ts',
  ['security.ts', 'caller/security.ts'],
  ['errors.ts', 'errors/sso-errors.ts'],
  'settings.ts',
  'database.ts',
  'operations.ts',
];

test.each(areas)('area %s: it has the files that all areas have', (area) => {
  const missing = skeleton.filter(
    (names) => ![names].flat().some((name) => existsSync(new URL(`../${area}/${name}`, import.meta.url))),
  );
  expect(missing).toEqual([]);
});

/** Returns a digest of the statements of a migration, independent of comments and white space. */
async function digest({ up }: Migration): Promise<string> {
  const statements: string[] = [];
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) =>
      void statements.push(
        query.sql
          .replace(/^ *-- .*/gm, '')
          .replace(/\s+/g, ' ')
          .trim(),
      ),
  });
  await up(recorder);
  expect(statements.length).toBeGreaterThan(0);
  return createHash('sha256').update(statements.join('\n')).digest('hex');
}

test('migrations: a released migration never changes, and released-migrations.json lists all of them', async () => {
  const now: Record<string, Record<string, string>> = {};
  for (const [name, { migrations }] of Object.entries(areaServices)) {
    now[name] = {};
    for (const step of migrations) now[name][step.name] = await digest(step);
  }
  // If a line differs, restore the migration and write a new one. If a line is missing, append it to the file.
  expect(now).toEqual(released);
});

test('master key: the rotation covers every sealed column of every table, by its primary key', async () => {
  const database = await createTestDatabase(
    ...areas.map((area) => ({ area, migrations: areaServices[area].migrations })),
  );
  try {
    const { rows } = await sql<{ column: string; key: readonly string[] }>`
      select format('%s.%s.%s', n.nspname, c.relname, a.attname) as column,
        array(select k.attname::text from unnest(x.indkey) with ordinality as i (number, place)
          join pg_attribute k on k.attrelid = c.oid and k.attnum = i.number order by i.place) as key
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_index x on x.indrelid = c.oid and x.indisprimary
      where c.relkind = 'r' and a.attname like 'sealed%' order by 1`.execute(database.db);
    const covered = areas.flatMap((name) => areaServices[name].sealedColumns ?? []);
    expect(rows.length).toBeGreaterThan(4);
    expect(covered.map(({ table, column, key }) => ({ column: `${table}.${column}`, key })).toSorted(byColumn)).toEqual(
      rows,
    );
  } finally {
    await database.close();
  }
});

const byColumn = (a: { readonly column: string }, b: { readonly column: string }) => (a.column < b.column ? -1 : 1);
