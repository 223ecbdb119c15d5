import { type Kysely, sql, type ColumnType, type InsertType, type SelectType, type UpdateType } from 'kysely';
import type { DatabaseLog, Engine } from './engine.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { openPostgresDatabase } from './postgres-database.ts';
import { DomainError } from '../errors/domain-error.ts';
import { isUnavailable } from './database-errors.ts';

/**
 * A PostgreSQL database on either engine. Both engines return the same JavaScript values.
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

/** Time without reads from the replica after a failure, milliseconds. */
export const replicaPause = 5_000;

/**
 * Makes a read that asks the replica first, and the primary for what the replica does not have yet.
 *
 * @param isCurrent whether what the replica returned cannot be outdated; default: it returned something
 */
type ReplicaRead = <Query extends readonly unknown[], Found>(
  replica: (...query: Query) => Promise<Found>,
  primary: (...query: Query) => Promise<Found>,
  isCurrent?: (found: Found) => boolean,
) => (...query: Query) => Promise<Found>;

/**
 * Creates reads from one replica, which lags behind. All of them fall back to the primary while the replica is unavailable,
 * without its timeout.
 *
 * @param now milliseconds
 */
export function createReplicaReads(now: () => number): ReplicaRead {
  let pausedUntil: number | undefined;
  return (replica, primary, isCurrent = (found) => found !== undefined) =>
    async (...query) => {
      const at = now();
      if (pausedUntil !== undefined) {
        if (at < pausedUntil) return primary(...query);
        // This read probes the replica; concurrent reads go to the primary.
        pausedUntil = at + replicaPause;
      }
      try {
        const found = await replica(...query);
        pausedUntil = undefined;
        if (isCurrent(found)) return found;
      } catch (error) {
        const missing = error instanceof DomainError && error.status === 404;
        if (missing) pausedUntil = undefined;
        else if (isUnavailable(error)) pausedUntil = now() + replicaPause;
        else throw error;
      }
      return primary(...query);
    };
}

/** A column that no statement updates. */
export type Fixed<Value> = ColumnType<Value, Value, never>;

/**
 * Generated tables with the types that the database does not know: the shape of a JSON column, a text of few values. What
 * is null, has a default, or is written as JSON text, remains that of the database.
 */
export type TypedTables<Tables, Columns extends ColumnsOf<Tables, Columns>> = {
  [Table in keyof Tables]: Table extends keyof Columns
    ? {
        [Column in keyof Tables[Table]]: Column extends keyof Columns[Table]
          ? TypedColumn<Tables[Table][Column], Columns[Table][Column]>
          : Tables[Table][Column];
      }
    : Tables[Table];
};

/** Names columns that exist. */
type ColumnsOf<Tables, Columns> = {
  [Table in keyof Columns]: Table extends keyof Tables
    ? { [Column in keyof Columns[Table]]: Column extends keyof Tables[Table] ? Columns[Table][Column] : never }
    : never;
};

type TypedColumn<Column, Type, Null = Extract<InsertType<Column>, null>> = ColumnType<
  SelectType<Type> | Null,
  Written<Column, InsertType<Column>, SelectType<Type>>,
  [UpdateType<Type>] extends [never] ? never : Written<Column, UpdateType<Column>, SelectType<Type>>
>;

/** What a statement writes; JSON, which reads as unknown, is written as text. */
type Written<Column, Former, Value> =
  unknown extends SelectType<Column> ? Former : Value | Extract<Former, null | undefined>;
