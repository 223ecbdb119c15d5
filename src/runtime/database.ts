import type { Kysely } from 'kysely';
import type { DatabaseLog, Engine } from './engine.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { openPostgresDatabase } from './postgres-database.ts';

/**
 * One PostgreSQL, whichever engine runs it. Both engines give the same JavaScript values (database-types.ts).
 *
 * The embedded engine has a single connection: inside a transaction every query goes through the transaction,
 * or it waits for itself until it is refused.
 */
export interface Database extends Engine {
  /** The same connections, typed by the tables of one area. */
  as<Schema>(): Kysely<Schema>;
}

export interface DatabaseOptions {
  /** `postgres://…`; left out, the embedded engine keeps its files in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** The same server past a connection pooler, which cannot carry notices; left out, `databaseUrl`. */
  readonly directUrl?: string | undefined;
  /** Directory of the embedded engine, made when missing; `memory://` keeps nothing. */
  readonly dataDir?: string | undefined;
  /** Most connections to a PostgreSQL server. Default 20. */
  readonly poolSize?: number | undefined;
  /**
   * Milliseconds in which a PostgreSQL server has to take a connection, and to answer a statement, before it counts as
   * away; left out, as long as a database may take that nothing can stand in for.
   */
  readonly timeoutMs?: number | undefined;
  readonly log?: DatabaseLog | undefined;
}

/**
 * Opens the database that the settings name.
 *
 * A PostgreSQL server is not contacted before the first query, so that a service starts, and says in its readiness
 * what is missing, while the server is still starting.
 *
 * @throws DirectoryInUseError when another process uses the embedded engine's directory
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, directUrl, dataDir, poolSize = 20, timeoutMs, log } = options;
  const engine = await open();
  // The tables that a caller names are types only; the connections behind them are the same.
  return { ...engine, as: <Schema>() => engine.db as Kysely<Schema> };

  function open(): Promise<Engine> | Engine {
    if (databaseUrl !== undefined)
      return openPostgresDatabase({ databaseUrl, directUrl: directUrl ?? databaseUrl, poolSize, timeoutMs, log });
    if (dataDir !== undefined) return openEmbeddedDatabase(dataDir);
    throw new Error('Neither a database address nor a data directory is given: set DATABASE_URL or DATA_DIR.');
  }
}
