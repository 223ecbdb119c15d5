import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { type Dialect, type Driver, Kysely, PGliteAdapter, PGliteDialect, type PGliteDialectConfig, sql } from 'kysely';
import type { Engine } from './engine.ts';
import { typeParsers } from './database-types.ts';
import { readEmbeddedImage } from './embedded-image.ts';
import { type DatabaseImage, databaseImage, ImageFileSystem } from './image-file-system.ts';
import { createMutex, type Mutex } from './mutex.ts';
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
  const mutex = createMutex(connectionTimeout, connectionBusy);
  const db = new Kysely<unknown>({ dialect: dialect(pglite, mutex) });
  return {
    engine: 'embedded',
    db,
    ping: async () => {
      await withTimeout(pingTimeout, sql`select 1`.execute(db), 'the embedded database does not respond');
    },
    vacuum: () => vacuumChangedTables(db),
    connections: () => ({ total: 1, idle: mutex.locked ? 0 : 1, waiting: mutex.waiting }),
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

/** Has the SQLSTATE of a server without free connections, as the other engine's error. */
function connectionBusy(): Error {
  const reason =
    'The connection of the embedded database stayed in use: inside a transaction every query must use the transaction.';
  return Object.assign(new Error(reason), { code: '53300' });
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
    parsers: { ...typeParsers },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
  });
}

function dialect(pglite: PGlite, mutex: Mutex): Dialect {
  const base = new PGliteDialect({ pglite: withoutParameters(pglite) });
  return {
    createAdapter: () => new UnqueuedAdapter(),
    createDriver: () => withMutex(base.createDriver(), mutex),
    createIntrospector: (db) => base.createIntrospector(db),
    createQueryCompiler: () => base.createQueryCompiler(),
  };
}

/** Disables Kysely's queue for the connection, which has no timeout. The mutex of the driver replaces it. */
class UnqueuedAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function withMutex(driver: Driver, mutex: Mutex): Driver {
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    await mutex.acquire();
    return acquire(options);
  };
  driver.releaseConnection = async () => mutex.release();
  return driver;
}

/** Removes the query's parameters from PGlite's errors: they are hashes and personal data, which must not be logged. */
function withoutParameters(pglite: PGlite): Exclude<PGliteDialectConfig['pglite'], (...args: never) => unknown> {
  return {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
    close: () => pglite.close(),
    query: (text, parameters, options) => clean(pglite.query(text, parameters, options)),
    transaction: (work) =>
      pglite.transaction((transaction) =>
        work({
          query: (text, parameters, options) => clean(transaction.query(text, parameters, options)),
          rollback: () => transaction.rollback(),
        }),
      ),
  };
}

async function clean<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { params: undefined, queryOptions: undefined });
    throw error;
  }
}
