import { type Kysely, sql } from 'kysely';
import type { DatabaseLog, Engine } from './engine.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { openPostgresDatabase } from './postgres-database.ts';

/**
 * A PostgreSQL database on either engine. Both engines return the same JavaScript values (database-types.ts).
 *
 * The embedded engine has one connection: inside a transaction every query must use the transaction. A query that does
 * not waits for the connection until it is rejected.
 */
export interface Database extends Engine {
  /** Returns the same connections, typed by the tables of one area. */
  as<Schema>(): Kysely<Schema>;
}

export interface DatabaseOptions {
  /** `postgres://…`; when left out, the embedded engine stores its files in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** The server without a connection pooler, for LISTEN; default `databaseUrl`. */
  readonly directUrl?: string | undefined;
  /** Directory of the embedded engine, created when missing; `memory://` stores no files. */
  readonly dataDir?: string | undefined;
  /** Maximum number of connections to a PostgreSQL server; default 20. */
  readonly poolSize?: number | undefined;
  /**
   * Timeout of connecting to a PostgreSQL server and of each statement. Default: 5 s to connect, 35 s per statement.
   */
  readonly timeoutMs?: number | undefined;
  /** Whether statements on a PostgreSQL server end at the timeout; default `limited`. Migrations rewrite whole tables. */
  readonly statements?: 'limited' | 'unlimited' | undefined;
  readonly log?: DatabaseLog | undefined;
}

/**
 * Opens the database that the settings name.
 *
 * The first query connects to a PostgreSQL server. A service therefore starts before its server does, and reports it in
 * its readiness.
 *
 * @throws DirectoryInUseError when another process uses the embedded engine's directory
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, directUrl, dataDir, poolSize = 20, timeoutMs, statements, log } = options;
  return databaseOf(await open());

  function open(): Promise<Engine> | Engine {
    if (databaseUrl !== undefined)
      return openPostgresDatabase({
        databaseUrl,
        directUrl: directUrl ?? databaseUrl,
        poolSize,
        timeoutMs,
        statements,
        log,
      });
    if (dataDir !== undefined) return openEmbeddedDatabase(dataDir);
    throw new Error('Neither a database URL nor a data directory is given: set DATABASE_URL or DATA_DIR.');
  }
}

/** The tables are types only: every caller shares the connections. */
export const databaseOf = (engine: Engine): Database => ({ ...engine, as: <Schema>() => engine.db as Kysely<Schema> });

/**
 * Measures the lag of a replica in seconds: 0 when it has replayed everything that the primary has written (an idle
 * primary causes no lag), otherwise the age of the last replayed transaction. Infinity when the replica does not respond.
 */
export async function replicaLag(primary: Database, replica: Database): Promise<number> {
  const written = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary.db);
  const { lsn } = written.rows[0] ?? { lsn: '0/0' };
  try {
    const { rows } = await sql<{ seconds: number | null }>`
      select case when pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 end as seconds`.execute(
      replica.db,
    );
    return rows[0]?.seconds ?? 0;
  } catch {
    return Infinity;
  }
}
