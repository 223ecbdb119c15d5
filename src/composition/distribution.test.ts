import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import { areaServices } from './platform-services.ts';
import { foreignKeysAcrossNodes, distribution, type Distributed } from './distribution.ts';
import { areas } from '../typed-contract/areas.ts';

interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

interface ForeignKey extends Key {
  readonly target: string;
  readonly targetColumns: readonly string[];
}

let database: TestDatabase;
let columns: { readonly table: string; readonly name: string; readonly required: boolean }[];
let uniqueKeys: Key[];
let foreignKeys: ForeignKey[];

beforeAll(async () => {
  database = await createTestDatabase(...areas.map((area) => ({ area, migrations: areaServices[area].migrations })));
  const isPlatformTable = sql`n.nspname in (${sql.join(areas)}) and c.relname not like 'migrations%'`;
  const table = sql`n.nspname || '.' || c.relname as table`;
  columns = (
    await sql<(typeof columns)[number]>`
      select ${table}, a.attname::text as name, a.attnotnull as required
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and ${isPlatformTable}`.execute(database.db)
  ).rows;
  uniqueKeys = (
    await sql<Key>`
      select ${table}, i.relname::text as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey)) as columns
      from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
        join pg_namespace n on n.oid = c.relnamespace
      where x.indisunique and ${isPlatformTable}`.execute(database.db)
  ).rows;
  const named = (keys: string, of: string) => sql`array(
    select a.attname::text from unnest(${sql.ref(keys)}) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = ${sql.ref(of)} and a.attnum = k.number order by k.place)`;
  foreignKeys = (
    await sql<ForeignKey>`
      select ${table}, f.conname::text as name, ${named('f.conkey', 'f.conrelid')} as columns,
        tn.nspname || '.' || t.relname as target, ${named('f.confkey', 'f.confrelid')} as "targetColumns"
      from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_class t on t.oid = f.confrelid join pg_namespace tn on tn.oid = t.relnamespace
      where f.contype = 'f' and ${isPlatformTable}`.execute(database.db)
  ).rows;
});
afterAll(() => database.close());

const spread = (): [string, Distributed][] =>
  Object.entries(distribution).flatMap(([name, placement]) => ('by' in placement ? [[name, placement]] : []));

test('distribution: exactly the existing tables have a placement', () => {
  expect(Object.keys(distribution).toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
});

test('distribution: distribution columns are not null, and all named columns and keys exist', () => {
  for (const [table, { by, fanOut = {} }] of spread()) {
    expect(columns, `${table}.${by}`).toContainEqual({ table, name: by, required: true });
    for (const column of Object.keys(fanOut)) {
      expect(columns, `${table}.${column}`).toContainEqual(expect.objectContaining({ table, name: column }));
    }
  }
});

test('distribution: every primary and unique key contains the distribution column, except the listed ones', () => {
  const without = uniqueKeys
    .filter(({ table, columns: key }) => {
      const placement = distribution[table];
      return placement && 'by' in placement && !key.includes(placement.by);
    })
    .map(({ table, name }) => `${table} ${name}`);
  const exceptions = spread().flatMap(([table, { global = {} }]) =>
    Object.keys(global).map((key) => `${table} ${key}`),
  );
  expect(without.toSorted()).toEqual(exceptions.toSorted());
});

test('distribution: every foreign key stays on its node, except the listed ones', () => {
  const leaving = foreignKeys
    .filter(({ table, columns: from, target, targetColumns }) => {
      const [placement, other] = [distribution[table], distribution[target]];
      if (!placement || !other || 'copied' in other) return false;
      return 'copied' in placement || from[targetColumns.indexOf(other.by)] !== placement.by;
    })
    .map(({ table, name }) => `${table} ${name}`);
  expect(leaving.toSorted()).toEqual(Object.keys(foreignKeysAcrossNodes).toSorted());
});
