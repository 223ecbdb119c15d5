import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { Pool, types } from 'pg';
import type { DatabaseLog, Engine } from './engine.ts';
import { arrayTypes, typeParsers } from './database-types.ts';
import { listenOnChannel } from './notification-channel.ts';
import { withTimeout } from './with-timeout.ts';

/** Milliseconds to wait for a connection, new or out of the pool. */
const connectTimeout = 5_000;
/** Milliseconds after which the server gives a statement up. */
const statementTimeout = 30_000;
/** Milliseconds after which an unanswered statement is given up here: the server or the way to it is gone. */
const answerTimeout = 35_000;
/** Milliseconds after which the server ends a transaction that does nothing. */
const idleTransactionTimeout = 60_000;
const idleTimeout = 30_000;
const pingTimeout = 2_000;

interface PostgresOptions {
  readonly databaseUrl: string;
  /** Past a connection pooler: LISTEN needs one connection for itself. */
  readonly directUrl: string;
  readonly poolSize: number;
  readonly timeoutMs: number | undefined;
  readonly log: DatabaseLog | undefined;
}

/** A PostgreSQL server, through a pool of connections. */
export function openPostgresDatabase({ databaseUrl, directUrl, poolSize, timeoutMs, log }: PostgresOptions): Engine {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    application_name: 'platform',
    connectionTimeoutMillis: timeoutMs ?? connectTimeout,
    idleTimeoutMillis: idleTimeout,
    query_timeout: timeoutMs ?? answerTimeout,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: parserOf },
    // Statements rather than start-up parameters, which connection poolers such as PgBouncer refuse. A pooler in
    // transaction mode has to set the same itself, as deploy/pgbouncer.ini does.
    onConnect: async (client) => {
      await client.query(
        `set time zone 'UTC'; set statement_timeout = ${timeoutMs ?? statementTimeout}; ` +
          `set idle_in_transaction_session_timeout = ${idleTransactionTimeout}`,
      );
    },
  });
  // A connection that breaks while it is idle, or between two statements of a transaction, would end the process
  // if nobody listened. Nothing else is needed: the pool replaces it, the next statement fails by itself.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => log?.warn({ err: error }, 'a database connection broke'));
  });

  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: discardingUnanswered(pool) }) });
  return {
    engine: 'postgres',
    db,
    ping: async () => {
      await withTimeout(pingTimeout, sql`select 1`.execute(db), 'the database does not answer');
    },
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: (channel, onNotification) => listenOnChannel({ databaseUrl: directUrl, channel, onNotification, log }),
    // Autovacuum is there for that.
    vacuum: () => Promise.resolve(),
    close: async () => {
      await db.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}

/** A connection with an unanswered statement is not lent again: the next statement would wait behind it. */
function discardingUnanswered(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      let unanswered = false;
      return {
        release: (destroy) => client.release(destroy === true || unanswered),
        // Kysely's own pool type is as loose as pg's; the one form it uses without a cursor is this.
        query: (async (text: string, parameters: unknown[]) => {
          try {
            return await client.query(text, parameters);
          } catch (error) {
            if (error instanceof Error && error.message === 'Query read timeout') unanswered = true;
            throw error;
          }
        }) as never,
      };
    },
  };
}

type Parser = (value: string) => unknown;

const driverParser: (oid: number, format: 'text' | 'binary') => Parser = types.getTypeParser;
const textArray = 1009;

function parserOf(oid: number, format: 'text' | 'binary' = 'text'): Parser {
  const own = typeParsers[oid];
  if (own) return own;
  const element = typeParsers[arrayTypes[oid] ?? -1];
  return element ? arrayOf(element) : driverParser(oid, format);
}

function arrayOf(element: Parser): Parser {
  const items = driverParser(textArray, 'text');
  return (value) => {
    const texts = items(value);
    return Array.isArray(texts) ? texts.map((text) => (typeof text === 'string' ? element(text) : text)) : texts;
  };
}
