import { type Kysely, sql } from 'kysely';
import { openDatabase } from '../runtime/database/database.ts';
import { type Area, areas as allAreas } from '../typed-contract/areas.ts';
import { distribution, foreignKeysAcrossNodes } from './distribution.ts';

/** A primary or unique key, with the SQL that creates it. */
interface UniqueKey {
  /** `area.table` */
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly definition: string;
  /** Whether it is a constraint, not only an index. */
  readonly constraint: boolean;
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly target: string;
}

/** What a database with the extension Citus says of the tables. */
export interface DistributionState {
  /** Areas whose schema is on a node. */
  readonly schemas: readonly string[];
  /** Tables that Citus manages. */
  readonly tables: readonly string[];
  readonly uniqueKeys: readonly UniqueKey[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** Areas whose statements a cluster runs when their rows are spread. */
export const rowAreas: readonly Area[] = ['sso', 'forum', 'backend', 'notifications'];

/**
 * Tables that stay on the coordinator: few rows, which requests seldom read, and rows that are counted under a lock of another row.
 * Requests of agents are, so that an owner's budget is not exceeded, and members of an application, so that one owner stays and there are at
 * most 50: the coordinator shows a commit before locks on other nodes end, while rows on those can be seen later than the end of the lock.
 * Marks of status lists are, so that all tokens can be checked without any worker: a copy on every node cannot be written without one.
 */
export const onCoordinator: readonly string[] = [
  'sso.application_members',
  'sso.application_invites',
  'sso.application_icons',
  'sso.detail_types',
  'sso.application_resources',
  'sso.reach_requests',
  'sso.signing_keys',
  'sso.derived_keys',
  'sso.administrators',
  'sso.invites',
  'sso.approval_requests',
  'sso.session_revocations',
  'sso.status_list_epochs',
  'backend.derived_keys',
];

/** Whether the rows of a table are spread, or copied, where those of its area are. */
export const isSpread = (table: string): boolean => !onCoordinator.includes(table);

/** Citus creates triggers on a table when it is told that they change rows of the same node only, as those of all areas do. */
const triggers = 'set citus.enable_unsafe_triggers = on';

/**
 * What asks all nodes uses one connection for each: Citus refuses a change of a copied table after one that used several, as the
 * deletion of a person with their applications is.
 */
const oneConnectionPerNode =
  "do $$ begin execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database()); end $$";

/** Names are those of the migrations, without quotes. */
const text = (value: string): string => `'${value}'`;

/** Bit of `pg_trigger.tgtype`: fires on TRUNCATE. */
const onTruncate = 32;

/** Removes what was copied to the nodes from the server that had it, but for records that no one may truncate. */
const withoutCopies = (area: string): string =>
  `select truncate_local_data_after_distributing_table(logicalrelid) from pg_dist_partition ` +
  `where logicalrelid::text like ${text(`${area}.%`)} and not exists (` +
  `select from pg_trigger where tgrelid = logicalrelid and tgtype & ${onTruncate} <> 0)`;

/** Returns the SQL that puts the schema of each area on a node; none for those that are on one. */
export function schemaStatements(areas: readonly Area[], { schemas }: DistributionState): readonly string[] {
  const missing = areas.filter((area) => !schemas.includes(area));
  if (missing.length === 0) return [];
  return [
    triggers,
    ...missing.flatMap((area) => [`select citus_schema_distribute(${text(area)})`, withoutCopies(area)]),
  ];
}

/**
 * Returns the SQL that spreads the rows of each table by its distribution column. Keys that lack the column get it, foreign keys
 * across nodes are dropped; the distribution says why neither is missed. So is the one of a sign-in to its application: what
 * reads a sign-in looks for its application. None for tables that are spread.
 */
export function rowStatements(areas: readonly Area[], state: DistributionState): readonly string[] {
  const missing = Object.keys(distribution).filter(
    (table) => areas.some((area) => table.startsWith(`${area}.`)) && isSpread(table) && !state.tables.includes(table),
  );
  if (missing.length === 0) return [];
  const foreignKeys = state.foreignKeys.filter(
    ({ table, target }) => missing.includes(table) || (missing.includes(target) && !isSpread(table)),
  );
  return [
    triggers,
    oneConnectionPerNode,
    ...foreignKeys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
    ...state.uniqueKeys.filter(({ table }) => missing.includes(table)).flatMap(extendedKey),
    ...missing.map(placementOf),
    ...foreignKeys
      .filter(
        ({ table, name, target }) =>
          isSpread(table) && isSpread(target) && !(`${table} ${name}` in foreignKeysAcrossNodes),
      )
      .map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...areas.filter((area) => missing.some((table) => table.startsWith(`${area}.`))).map(withoutCopies),
  ];
}

/** Returns the SQL that adds the distribution column to a key that lacks it. */
function extendedKey({ table, name, columns, definition, constraint }: UniqueKey): readonly string[] {
  const placement = distribution[table];
  if (!placement || 'copied' in placement || columns.includes(placement.by)) return [];
  return constraint
    ? [
        `alter table ${table} drop constraint ${name}`,
        `alter table ${table} add constraint ${name} ${definition.replace(')', `, ${placement.by})`)}`,
      ]
    : [
        `drop index ${table.split('.')[0]}.${name}`,
        definition.replace(' USING btree (', ` USING btree (${placement.by}, `),
      ];
}

function placementOf(table: string): string {
  const placement = distribution[table];
  return !placement || 'copied' in placement
    ? `select create_reference_table(${text(table)})`
    : `select create_distributed_table(${text(table)}, ${text(placement.by)})`;
}

/** Reads what is distributed. @throws Error without the extension */
async function readDistribution(db: Kysely<unknown>): Promise<DistributionState> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from pg_extension where extname = 'citus') as exists`.execute(db);
  if (rows[0]?.exists !== true)
    throw new Error('The database has no extension citus: create it on all nodes, and add the workers, first.');
  const schemas = await sql<{ name: string }>`
    select schemaid::regnamespace::text as name from pg_dist_schema`.execute(db);
  const tables = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition`.execute(db);
  const ofAreas = sql`n.nspname in (${sql.join(allAreas)}) and c.relname not like 'migrations%'`;
  const uniqueKeys = await sql<UniqueKey>`
    select n.nspname || '.' || c.relname as table, i.relname::text as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey)) as columns,
      coalesce(pg_get_constraintdef(o.oid), pg_get_indexdef(i.oid)) as definition, o.oid is not null as constraint
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_constraint o on o.conindid = i.oid and o.contype in ('p', 'u')
    where x.indisunique and ${ofAreas} order by 1, 2`.execute(db);
  const foreignKeys = await sql<ForeignKey>`
    select n.nspname || '.' || c.relname as table, f.conname::text as name, pg_get_constraintdef(f.oid) as definition,
      tn.nspname || '.' || t.relname as target
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_class t on t.oid = f.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where f.contype = 'f' and ${ofAreas} order by 1, 2`.execute(db);
  return {
    schemas: schemas.rows.map(({ name }) => name),
    tables: tables.rows.map(({ name }) => name),
    uniqueKeys: uniqueKeys.rows,
    foreignKeys: foreignKeys.rows,
  };
}

/** Prints the SQL that distributes the tables of a database over the nodes of Citus, and runs it. */
export async function distributeTables({
  directUrl,
  areas,
  rows,
  dryRun,
  print,
}: {
  /** The coordinator of a Citus cluster, without a connection pooler. */
  readonly directUrl: string | undefined;
  /** The areas of this database, which are migrated. */
  readonly areas: readonly Area[];
  /** Areas whose rows are spread; the schemas of the others are put on a node each. */
  readonly rows: readonly Area[];
  readonly dryRun: boolean;
  readonly print: (statement: string) => void;
}): Promise<void> {
  if (directUrl === undefined) throw new Error('Only a Citus cluster is distributed: set DATABASE_URL.');
  // One connection, because the setting counts in its session.
  const database = await openDatabase({ databaseUrl: directUrl, poolSize: 1, statements: 'unlimited' });
  try {
    const state = await readDistribution(database.db);
    const spread = areas.filter((area) => rows.includes(area));
    const whole = areas.filter((area) => !spread.includes(area));
    for (const statement of [...schemaStatements(whole, state), ...rowStatements(spread, state)]) {
      print(`${statement};`);
      if (!dryRun) await sql.raw(statement).execute(database.db);
    }
  } finally {
    await database.close();
  }
}
