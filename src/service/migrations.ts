import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database } from './database.ts';

/** One step of an area's tables. Steps only go forward; what landed is never edited. */
export interface Migration {
  /** Orders the steps: `0001-initial`. */
  readonly name: string;
  readonly up: (db: Kysely<unknown>) => Promise<void>;
}

function migratorOf(database: Database, area: string, migrations: readonly Migration[]): Migrator {
  return new Migrator({
    db: database.as<unknown>(),
    migrationTableSchema: area,
    provider: {
      getMigrations: () => Promise.resolve(Object.fromEntries(migrations.map(({ name, up }) => [name, { up }]))),
    },
  });
}

/** Brings the tables of an area (one PostgreSQL schema each) to the newest step. Safe when several processes start at once. */
export async function migrate(database: Database, area: string, migrations: readonly Migration[]): Promise<void> {
  // Two processes that create one schema at once would collide even with `if not exists`.
  await database
    .as<unknown>()
    .transaction()
    .execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('platform schema'))`.execute(trx);
      await sql`create schema if not exists ${sql.id(area)}`.execute(trx);
    });
  const { error } = await migratorOf(database, area, migrations).migrateToLatest();
  if (error !== undefined) throw new Error(`The tables of ${area} cannot be brought up to date.`, { cause: error });
}

/** True when every step of the area has run. */
export async function migrationsCurrent(database: Database, area: string, migrations: readonly Migration[]): Promise<boolean> {
  const steps = await migratorOf(database, area, migrations).getMigrations();
  return steps.every(({ executedAt }) => executedAt !== undefined);
}
