import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { backendMigrations } from '../../src/backend/database.ts';
import { forumMigrations } from '../../src/forum/database.ts';
import { notificationsMigrations } from '../../src/notifications/database.ts';
import { compileFast } from '../../src/runtime/database/embedded-files.ts';
import { migrate } from '../../src/runtime/database/migrations.ts';
import { ssoMigrations } from '../../src/sso/database.ts';
import type { Area } from '../../src/typed-contract/areas.ts';

const migrationsOf = {
  sso: ssoMigrations,
  forum: forumMigrations,
  backend: backendMigrations,
  notifications: notificationsMigrations,
} satisfies Record<Area, unknown>;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  /** Whether the database writes it when a statement does not. */
  readonly optional: boolean;
  /** Whether only the database writes it. */
  readonly generated: boolean;
  /** Checks of this column alone. */
  readonly checks: readonly string[];
}

const columnsOfSchema = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    a.atthasdef or a.attidentity = 'd' as optional, a.attidentity = 'a' or a.attgenerated <> '' as generated,
    array(
      select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
    ) as checks
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and c.relname !~ '^migrations(_lock)?$'
    and a.attnum > 0 and not a.attisdropped
  order by c.oid, a.attnum`;

/** PostgreSQL type → type of the value, as `src/runtime/database/engine.ts` parses it. */
const types: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Uint8Array',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  numeric: 'number | string',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
  tsvector: 'string',
  uuid: 'string',
};

/** Returns the text of `generated/<area>/tables.ts` by area: the tables that its migrations create, as types of Kysely. */
export async function writeTables(areas: readonly Area[]): Promise<ReadonlyMap<Area, string>> {
  compileFast();
  const pglite = await PGlite.create('memory://');
  const comments = new Map<string, string>();
  const db = new Kysely<unknown>({
    dialect: new PGliteDialect({ pglite }),
    log: ({ query }) => collectComments(query.sql, comments),
  });
  const files = new Map<Area, string>();
  for (const area of areas) {
    await migrate({ db }, area, migrationsOf[area]);
    const { rows } = await pglite.query<Column>(columnsOfSchema, [area]);
    files.set(area, writeSchema(area, rows, comments));
  }
  await pglite.close();
  return files;
}

/** Collects the comments above a table and above each of its columns, by `schema.table` and `schema.table.column`. */
function collectComments(statement: string, comments: Map<string, string>): void {
  const table = /^\s*create table (\S+)/m.exec(statement)?.[1];
  for (const [, lines = '', word = ''] of statement.matchAll(/((?:^ *-- .*\n)+) *(?:create table )?(\S+)/gm))
    if (table) comments.set(word === table ? table : `${table}.${word}`, lines.replace(/^ *-- /gm, '').trim());
}

function writeSchema(area: Area, columns: readonly Column[], comments: ReadonlyMap<string, string>): string {
  const documented = (name: string, indent: string, line: string): string => {
    const comment = comments.get(name)?.replaceAll('\n', `\n${indent} * `);
    return `${comment === undefined ? '' : `${indent}/** ${comment} */\n`}${indent}${line}\n`;
  };
  const tables = Map.groupBy(columns, ({ table }) => `${area}.${table}`);
  const members = [...tables].map(([table, ofTable]) => {
    const lines = ofTable.map((each) =>
      documented(`${table}.${each.column}`, '    ', `${each.column}: ${columnType(each)};`),
    );
    return `${documented(table, '  ', `'${table}': {`)}${lines.join('')}  };\n`;
  });
  const text = members.join('');
  const used = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((name) => text.includes(`${name}<`));
  return `// Written by \`npm run generate\` from the migrations. Do not edit.

import type { ${used.join(', ')} } from 'kysely';

/** Tables of the schema \`${area}\`, as its migrations create them. */
export interface ${area.charAt(0).toUpperCase()}${area.slice(1)}Tables {
${text}}
`;
}

function columnType({ column, type, nullable, optional, generated, checks }: Column): string {
  const orNull = nullable ? ' | null' : '';
  // Drivers serialize arrays differently, so JSON is written as text.
  if (type.startsWith('json'))
    return `ColumnType<unknown, string${orNull}${optional ? ' | undefined' : ''}, string${orNull}>`;
  const value = literalsOf(column, checks) ?? types[type];
  if (value === undefined) throw new Error(`${column}: add the type ${type} to ${import.meta.filename}.`);
  if (generated) return `GeneratedAlways<${value}${orNull}>`;
  return optional ? `Generated<${value}${orNull}>` : `${value}${orNull}`;
}

/** Returns the texts that a check `column in (…)` or `column = …` allows, as a union. */
function literalsOf(column: string, checks: readonly string[]): string | undefined {
  const literal = String.raw`'[^']*'::text`;
  const allowed = new RegExp(String.raw`^CHECK \(\(${column} = (?:ANY \(ARRAY\[)?(${literal}(?:, ${literal})*)\]?\)+$`);
  const [list] = checks.flatMap((check) => allowed.exec(check)?.[1] ?? []);
  return list?.replaceAll('::text', '').replaceAll(', ', ' | ');
}
