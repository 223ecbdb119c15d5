import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { Pool } from 'pg';
import { createStatementNames, type Engine, parserOf } from './engine.ts';
import { openEmbeddedFiles } from './embedded-files.ts';
import { withTimeout } from '../jobs/repeat.ts';

const pingTimeout = 2_000;
/** Milliseconds that a query waits for the connection before it is rejected. */
const connectionTimeout = 30_000;

/**
 * Opens PostgreSQL compiled to WebAssembly (PGlite) in this process. Its files survive a killed process. It does not
 * call fsync, so that a power cut can lose the latest commits.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<Engine> {
  const { pglite, release } = await openEmbeddedFiles(dataDir);
  return embeddedEngine(pglite, async () => {
    if (!pglite.closed) await pglite.close();
    release();
  });
}

/** The engine of an open PGlite. @param release is called when the connection is closed */
export function embeddedEngine(pglite: PGlite, release: () => Promise<void>): Engine {
  const pool = singleConnection(pglite);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: kyselyPool(pool) }) });
  return {
    engine: 'embedded',
    db,
    ping: async () => {
      await withTimeout(pingTimeout, sql`select 1`.execute(db), 'the embedded database does not respond');
    },
    vacuum: () => vacuumChangedTables(db),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    listen: () => ({ stop: () => Promise.resolve() }),
    close: async () => {
      await db.destroy();
      await release();
    },
  };
}

async function vacuumChangedTables(db: Kysely<unknown>): Promise<void> {
  const { rows: changed } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, relname as name from pg_stat_user_tables
    where n_dead_tup > 1000 or n_mod_since_analyze > 1000`.execute(db);
  for (const { schema, name } of changed) await sql`vacuum (analyze) ${sql.table(`${schema}.${name}`)}`.execute(db);
}

/** A pool of the one connection that PostgreSQL has in this process. */
function singleConnection(pglite: PGlite): Pool {
  const pool = new Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new EmbeddedStream(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectionTimeout,
    types: { getTypeParser: parserOf },
  });
  // Without a listener, an error of the idle connection would end the process. The next statement has it too.
  pool.on('error', () => undefined);
  return pool;
}

/** Prepares statements, and explains the usual reason when no caller got the connection in time. */
function kyselyPool(pool: Pool): PostgresPool {
  const nameOf = createStatementNames();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      try {
        const client = await pool.connect();
        return {
          release: (destroy) => client.release(destroy),
          // Kysely declares the overloads of pg and uses this one.
          query: ((text: string, values: unknown[]) =>
            client.query({ name: nameOf(text, values), text, values })) as never,
        };
      } catch (cause) {
        // The error of pg has no code.
        if (!(cause instanceof Error) || !cause.message.startsWith('timeout exceeded')) throw cause;
        const reason =
          'The connection of the embedded database stayed in use: inside a transaction every query must use the transaction.';
        throw new Error(reason, { cause });
      }
    },
  };
}

/** First byte of the message that ends a session (PostgreSQL protocol, Terminate). */
const terminate = 'X'.charCodeAt(0);

/** A chunk of messages, as `Duplex` gives it to `_writev`. */
interface Written {
  readonly chunk: Buffer;
}

/**
 * The socket of pg's client, connected to PostgreSQL in this process. A statement with parameters is one exchange; the
 * queries of PGlite exchange every protocol message on its own, which takes twice the processor time.
 */
export class EmbeddedStream extends Duplex {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): this {
    void this.#startSession();
    return this;
  }

  override _read(): void {
    // Responses are pushed when they exist.
  }

  override _write(messages: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (messages[0] === terminate) done();
    else void this.#exchange(messages, done);
  }

  override _writev(written: readonly Written[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(written.map(({ chunk }) => chunk)), 'buffer', done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  // Settings of sockets, which pg calls.
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  /** There is one session, in which an earlier client may have left a transaction and its prepared statements. */
  async #startSession(): Promise<void> {
    try {
      await this.#pglite.exec('rollback; deallocate all');
    } catch (error) {
      this.destroy(asError(error));
      return;
    }
    this.emit('connect');
  }

  async #exchange(messages: Buffer, done: (error?: Error | null) => void): Promise<void> {
    try {
      if (this.#pglite.closed) throw new Error('The embedded database is closed.');
      this.push(await this.#pglite.execProtocolRaw(messages));
    } catch (error) {
      done(asError(error));
      return;
    }
    done();
  }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));
