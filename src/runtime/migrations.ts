import { type Kysely, sql } from 'kysely';
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

/** One step forward. There is no way back: a mistake is mended by the next step. */
export interface Migration {
  /** `0001-initial`: a number of four digits, then what it does. Never changed once released. */
  readonly name: string;
  readonly up: (db: Kysely<unknown>) => Promise<void>;
}

/** The area's word (it names its PostgreSQL schema) and its steps in order. */
export interface AreaMigrations {
  readonly area: string;
  readonly migrations: readonly Migration[];
}

const table = 'migrations';
const undefinedTable = '42P01';

/**
 * Brings an area's schema up to date: the steps that are missing run in one transaction, so that all of them
 * happened or none. Any number of processes may start at once: one works, the others wait and find it done.
 *
 * @throws Error when the database took steps that this program does not know: a newer program has to migrate it. To
 *   serve on such a database is another matter ({@link migrationsCurrent}): a rolling upgrade needs that.
 */
export async function migrate(
  database: Pick<Database, 'db'>,
  area: string,
  migrations: readonly Migration[],
): Promise<void> {
  checkNames(area, migrations);
  const taken = await stepsTaken(database, area);
  refuseUnknown(area, taken, migrations);
  if (containsAll(taken, migrations)) return;

  await database.db.connection().execute(async (db) => {
    // A step may take longer than a request; the connection goes back to the pool with the limit it had.
    const limit = await sql<{ was: string }>`select current_setting('statement_timeout') as was`.execute(db);
    await sql`set statement_timeout = 0`.execute(db);
    try {
      const { error } = await createMigrator(db, area, migrations).migrateToLatest();
      if (error) throw new Error(`The tables of ${area} could not be brought up to date.`, { cause: error });
    } finally {
      await sql`select set_config('statement_timeout', ${limit.rows[0]?.was ?? '0'}, false)`.execute(db);
    }
  });
}

/**
 * Whether every step of this program was taken; a newer program may have taken more. One small read: readiness asks it
 * often.
 */
export async function migrationsCurrent(
  database: Pick<Database, 'db'>,
  area: string,
  migrations: readonly Migration[],
): Promise<boolean> {
  return containsAll(await stepsTaken(database, area), migrations);
}

function containsAll(taken: ReadonlySet<string>, migrations: readonly Migration[]): boolean {
  return migrations.every(({ name }) => taken.has(name));
}

/** The names of the steps that a database has taken; none where it has no such area yet. */
async function stepsTaken(database: Pick<Database, 'db'>, area: string): Promise<ReadonlySet<string>> {
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

function refuseUnknown(area: string, taken: ReadonlySet<string>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...taken].filter((name) => !known.has(name)).toSorted();
  if (unknown.length === 0) return;
  throw new Error(
    `The tables of ${area} were changed by a newer program: ${unknown.join(', ')} is not known to this one, whose last ` +
      `step is ${migrations.at(-1)?.name ?? 'none'}. Migrate with the newest release, or start this one with ` +
      'RUN_MIGRATIONS=false to serve beside it.',
  );
}

function createMigrator(db: Kysely<unknown>, area: string, migrations: readonly Migration[]): Migrator {
  const steps: Record<string, KyselyMigration> = Object.fromEntries(migrations.map(({ name, up }) => [name, { up }]));
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(steps) },
    migrationTableSchema: area,
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  });
}

function checkNames(area: string, migrations: readonly Migration[]): void {
  migrations.forEach(({ name }, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (!name.startsWith(`${number}-`))
      throw new Error(`Migration ${index + 1} of ${area} is named ${name}: its name must start with ${number}-.`);
  });
}
