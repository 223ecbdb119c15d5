import { type Kysely, sql } from 'kysely';
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

/** A migration. Migrations have no way back: a later one corrects a mistake. */
export interface Migration {
  /** Four digits and a description: `0001-initial`. Unchangeable once released. */
  readonly name: string;
  readonly up: (db: Kysely<unknown>) => Promise<void>;
}

/** An area, which names its PostgreSQL schema, and its migrations in order. */
export interface AreaMigrations {
  readonly area: string;
  readonly migrations: readonly Migration[];
}

const table = 'migrations';
const undefinedTable = '42P01';

/**
 * Runs the pending migrations of an area in one transaction. Concurrent calls by several processes are safe: one
 * migrates, the others wait and find nothing pending.
 *
 * @throws Error when the database has migrations that are unknown to this release: a newer release must migrate it. An
 *   older release may serve such a database ({@link migrationsCurrent}), which rolling upgrades need.
 */
export async function migrate(
  database: Pick<Database, 'db'>,
  area: string,
  migrations: readonly Migration[],
): Promise<void> {
  checkNames(area, migrations);
  const applied = await appliedMigrations(database, area);
  rejectUnknown(area, applied, migrations);
  if (containsAll(applied, migrations)) return;

  await database.db.connection().execute(async (db) => {
    // A migration may take longer than the statement timeout, which is restored before the connection is reused.
    const limit = await sql<{ was: string }>`select current_setting('statement_timeout') as was`.execute(db);
    await sql`set statement_timeout = 0`.execute(db);
    try {
      const { error } = await createMigrator(db, area, migrations).migrateToLatest();
      if (error) throw new Error(`The migration of ${area} failed.`, { cause: error });
    } finally {
      await sql`select set_config('statement_timeout', ${limit.rows[0]?.was ?? '0'}, false)`.execute(db);
    }
  });
}

/**
 * Returns whether all migrations of this release are applied; a newer release may have applied more. Reads one small
 * table, because the readiness probe calls it often.
 */
export async function migrationsCurrent(
  database: Pick<Database, 'db'>,
  area: string,
  migrations: readonly Migration[],
): Promise<boolean> {
  return containsAll(await appliedMigrations(database, area), migrations);
}

function containsAll(applied: ReadonlySet<string>, migrations: readonly Migration[]): boolean {
  return migrations.every(({ name }) => applied.has(name));
}

/** Returns the migrations of this release that are not applied yet, in order. Changes nothing. */
export async function pendingMigrations(
  database: Pick<Database, 'db'>,
  area: string,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const applied = await appliedMigrations(database, area);
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

/** Reads the names of the applied migrations; none when the database has no schema of the area. */
async function appliedMigrations(database: Pick<Database, 'db'>, area: string): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(`${area}.${table}`)}`.execute(
      database.db,
    );
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return new Set();
    throw error;
  }
}

function rejectUnknown(area: string, applied: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.has(name)).toSorted();
  if (unknown.length === 0) return;
  throw new Error(
    `A newer release has migrated the tables of ${area}: this release does not have ${unknown.join(', ')}; its last ` +
      `migration is ${migrations.at(-1)?.name ?? 'none'}. Migrate with the newest release, or start this one with ` +
      'RUN_MIGRATIONS=false to serve beside it.',
  );
}

function createMigrator(db: Kysely<unknown>, area: string, migrations: readonly Migration[]): Migrator {
  const byName: Record<string, KyselyMigration> = Object.fromEntries(migrations.map(({ name, up }) => [name, { up }]));
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(byName) },
    migrationTableSchema: area,
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  });
}

function checkNames(area: string, migrations: readonly Migration[]): void {
  for (const [index, { name }] of migrations.entries()) {
    const former = migrations[index - 1]?.name;
    // Numbers may be left out, so that branches can reserve theirs.
    if (!/^\d{4}-/.test(name) || (former !== undefined && name.slice(0, 4) <= former.slice(0, 4)))
      throw new Error(
        `Migration ${index + 1} of ${area} is named ${name}: it must start with a number of four digits above ${former?.slice(0, 4) ?? '0000'}.`,
      );
  }
}
