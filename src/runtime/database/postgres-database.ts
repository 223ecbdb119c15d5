import { Client, type ClientBase, Pool } from 'pg';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { type ChannelSubscription, createStatementNames, type DatabaseLog, type Engine, parserOf } from './engine.ts';
import { withTimeout } from '../jobs/repeat.ts';

/**
 * Returns whether a connection stays with one process of the server, which keeps its prepared statements. A pooler, which
 * hands each transaction to another one, reports a process of its own.
 */
async function keepsStatements(client: ClientBase & { readonly processID?: number | null }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid === client.processID;
}

/** Milliseconds to wait for a connection, new or from the pool. */
const connectTimeout = 5_000;
/** Milliseconds after which the server cancels a statement. */
const statementTimeout = 30_000;
/** Milliseconds that a statement waits for a lock. The request fails with 503 then. */
const lockTimeout = 5_000;
/** Milliseconds after which the client abandons a statement without a response, because the server is unreachable. */
const responseTimeout = 35_000;
/** Milliseconds after which the server ends an idle transaction. */
const idleTransactionTimeout = 60_000;
const idleTimeout = 30_000;
const pingTimeout = 2_000;

/** Opens a PostgreSQL server through a connection pool. */
export function openPostgresDatabase(options: {
  readonly databaseUrl: string;
  /** The server without a connection pooler, because LISTEN needs a session. */
  readonly directUrl: string;
  readonly poolSize: number;
  readonly timeoutMs: number | undefined;
  readonly statements: 'limited' | 'unlimited' | undefined;
  readonly log: DatabaseLog | undefined;
}): Engine {
  const { databaseUrl, directUrl, poolSize, timeoutMs, statements, log } = options;
  const [onServer, onClient] =
    statements === 'unlimited' ? [0, 0] : [timeoutMs ?? statementTimeout, timeoutMs ?? responseTimeout];
  const preparing = new WeakSet<object>();
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    application_name: 'platform',
    connectionTimeoutMillis: timeoutMs ?? connectTimeout,
    idleTimeoutMillis: idleTimeout,
    query_timeout: onClient,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
    // Statements instead of start-up parameters, which poolers such as PgBouncer reject. A pooler in transaction mode
    // must set the same itself, as deploy/pgbouncer.ini does.
    onConnect: async (client) => {
      await client.query(
        `set time zone 'UTC'; set statement_timeout = ${onServer}; ` +
          `set lock_timeout = ${Math.min(lockTimeout, timeoutMs ?? lockTimeout)}; set idle_in_transaction_session_timeout = ${idleTransactionTimeout}`,
      );
      if (await keepsStatements(client)) preparing.add(client);
    },
  });
  // Without listeners, an error of an idle connection, or between two statements of a transaction, would end the
  // process. The pool replaces the connection, and the next statement of the transaction fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => log?.warn({ err: error }, 'a database connection broke'));
  });

  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: kyselyPool(pool, preparing) }) });
  return {
    engine: 'postgres',
    db,
    ping: async () => {
      await withTimeout(pingTimeout, sql`select 1`.execute(db), 'the database did not respond');
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: (channel, onNotification) => listenOnChannel({ databaseUrl: directUrl, channel, onNotification, log }),
    // The server has autovacuum.
    vacuum: () => Promise.resolve(),
    close: async () => {
      await db.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * Prepares the statements of connections that keep them, and discards connections with an abandoned statement: the next statement
 * would wait behind it.
 */
function kyselyPool(pool: Pool, preparing: WeakSet<object>): PostgresPool {
  const nameOf = createStatementNames();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const prepares = preparing.has(client);
      let abandoned = false;
      return {
        release: (destroy) => client.release(destroy === true || abandoned),
        // Kysely declares the overloads of pg and uses this one.
        query: (async (text: string, values: unknown[]) => {
          const name = prepares ? nameOf(text, values) : undefined;
          try {
            return await client.query({ ...(name !== undefined && { name }), text, values });
          } catch (error) {
            if (error instanceof Error && error.message === 'Query read timeout') abandoned = true;
            throw error;
          }
        }) as never,
      };
    },
  };
}

/** Milliseconds before a broken connection is opened again. */
const reconnectAfter = 2_000;

interface ChannelOptions {
  readonly databaseUrl: string;
  readonly channel: string;
  readonly onNotification: (text: string) => void;
  readonly log: DatabaseLog | undefined;
}

/** Listens on a notification channel (LISTEN) with a dedicated connection, which is opened again when it breaks. */
function listenOnChannel({ databaseUrl, channel, onNotification, log }: ChannelOptions): ChannelSubscription {
  let stopped = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    const fresh = new Client({
      connectionString: databaseUrl,
      application_name: 'platform notifications',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = fresh;
    const reconnect = (error?: Error) => {
      if (client !== fresh) return;
      client = undefined;
      void end(fresh);
      if (stopped) return;
      log?.warn({ err: error, channel }, 'the connection of the notification channel broke; reconnecting');
      timer = setTimeout(() => void connect(), reconnectAfter);
      timer.unref();
    };
    fresh.on('error', reconnect);
    fresh.on('end', () => reconnect());
    fresh.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await fresh.connect();
      await fresh.query(`listen ${fresh.escapeIdentifier(channel)}`);
    } catch (error) {
      reconnect(error instanceof Error ? error : undefined);
    }
  };
  const started = connect();

  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await started;
      const last = client;
      client = undefined;
      if (last) await end(last);
    },
  };
}

/** Ends a connection; a broken one can fail to end. */
async function end(client: Client): Promise<void> {
  try {
    await client.end();
  } catch {
    // The connection is broken, so that nothing is left to end.
  }
}
