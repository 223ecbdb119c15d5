import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import { areas } from '../typed-contract/areas.ts';
import { areaServices } from './platform-services.ts';

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
