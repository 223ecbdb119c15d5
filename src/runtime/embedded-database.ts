import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { Pool } from 'pg';
import type { Engine } from './engine.ts';
import { parserOf } from './database-types.ts';
import { readEmbeddedImage } from './embedded-image.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { type DatabaseImage, databaseImage, ImageFileSystem } from './image-file-system.ts';
import { lockDirectory } from './directory-lock.ts';
import { withTimeout } from './with-timeout.ts';

/** The directory name of a database without files. */
const inMemory = 'memory://';
const pingTimeout = 2_000;
/** PostgreSQL touches all of its buffers at start: the default of 128 MB would be a quarter of the process's memory. */
const sharedBuffers = '16MB';
/** Milliseconds that a query waits for the connection before it is rejected. */
const connectionTimeout = 30_000;

/**
 * Opens PostgreSQL compiled to WebAssembly (PGlite) in this process. Its files survive a killed process. It does not
 * call fsync, so that a power cut can lose the latest commits.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<Engine> {
  const { pglite, release } = dataDir === inMemory ? await openMemory() : await openDirectory(resolve(dataDir));
  const pool = singleConnection(pglite);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: withReason(pool) }) });
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
      if (!pglite.closed) await pglite.close();
      release();
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

/** Explains the usual reason when no caller got the connection in time. */
function withReason(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      try {
        return await pool.connect();
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

interface Opened {
  readonly pglite: PGlite;
  readonly release: () => void;
}

/** Read once, because tests open many databases in memory. */
let memoryImage: DatabaseImage | undefined;

async function openMemory(): Promise<Opened> {
  const archive = memoryImage ? undefined : readEmbeddedImage();
  if (archive) memoryImage = databaseImage(archive);
  const files = memoryImage ? { fs: new ImageFileSystem(memoryImage) } : { dataDir: inMemory };
  return { pglite: await create(files), release: () => undefined };
}

async function openDirectory(directory: string): Promise<Opened> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = lockDirectory(directory);
  try {
    const files = join(directory, 'db');
    // Exists while the files are being created; files that a killed process left incomplete are created again.
    const unfinished = join(directory, 'db.unfinished');
    if (existsSync(unfinished)) rmSync(files, { recursive: true, force: true });
    const fresh = !existsSync(files);
    if (fresh) writeFileSync(unfinished, '');
    const image = fresh ? readEmbeddedImage() : undefined;
    const pglite = await create({ dataDir: files, ...(image && { loadDataDir: new Blob([image]) }) });
    rmSync(unfinished, { force: true });
    return { pglite, release: () => lock.release() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function create(files: Pick<PGliteOptions, 'dataDir' | 'fs' | 'loadDataDir'>): Promise<PGlite> {
  return PGlite.create({
    ...files,
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
  });
}
