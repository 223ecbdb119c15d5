import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { brotliDecompressSync } from 'node:zlib';
import { MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { createRequire } from 'node:module';
import type * as Sqlite from 'node:sqlite';
import { type System, thisSystem } from '../start/system.ts';

/** The directory name of a database without files. */
const inMemory = 'memory://';
/** PostgreSQL touches all of its buffers at start: the default of 128 MB would be a quarter of the process's memory. */
const sharedBuffers = '16MB';

interface EmbeddedFiles {
  readonly pglite: PGlite;
  /** Lets other processes open the directory. PGlite has to be closed. */
  readonly release: () => void;
}

/**
 * Opens PGlite on the files of a directory, which is created when missing, or with `memory://` on files in memory.
 *
 * @throws DirectoryInUseError when another process uses the directory
 */
export const openEmbeddedFiles = (dataDir: string): Promise<EmbeddedFiles> =>
  dataDir === inMemory ? openMemory() : openDirectory(resolve(dataDir));

/** Read once, because tests open many databases in memory. */
let memoryImage: DatabaseImage | undefined;

async function openMemory(): Promise<EmbeddedFiles> {
  const archive = memoryImage ? undefined : readEmbeddedImage();
  if (archive) memoryImage = databaseImage(archive);
  const files = memoryImage ? { fs: new ImageFileSystem(memoryImage) } : { dataDir: inMemory };
  return { pglite: await create(files), release: () => undefined };
}

async function openDirectory(directory: string): Promise<EmbeddedFiles> {
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
  compileFast();
  return PGlite.create({
    ...files,
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
  });
}

/**
 * Leaves this process one compiler for WebAssembly, the fast one: optimising the SQL parser alone takes 2.3 s and 600 MB soon
 * after the start, and a statement then takes a tenth less.
 */
export function compileFast(): void {
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);
}

const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
const { version }: { readonly version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
const migrations = hash('sha256', readFileSync(new URL('../../composition/released-migrations.json', import.meta.url)));

/**
 * Path of the files of a new embedded database, for the installed version of PGlite and these migrations.
 * `scripts/embedded-image.ts` creates the file at installation. It only saves time: without it PGlite creates the files,
 * and migrations run as usual.
 */
export const embeddedImageFile = new URL(
  `../../../dist/embedded/pglite-${version}-${migrations.slice(0, 8)}.tar.br`,
  import.meta.url,
);

/** Bytes of a chunk of the decompressed files: larger than all of them, which takes half the time of small chunks. */
const chunkSize = 32 * 1024 * 1024;

/** Returns a tar of the files; undefined when there is none. */
export function readEmbeddedImage(): Buffer<ArrayBuffer> | undefined {
  return existsSync(embeddedImageFile)
    ? brotliDecompressSync(readFileSync(embeddedImageFile), { chunkSize })
    : undefined;
}

/** Directory of the database in the file system of PGlite. */
const dataDirectory = '/pglite/data';

/** The files of a database as a tar, and its table of contents. */
interface DatabaseImage {
  readonly archive: Buffer;
  readonly entries: readonly TarEntry[];
}

export const databaseImage = (archive: Buffer): DatabaseImage => ({ archive, entries: listTar(archive) });

/**
 * A file system in memory that begins with the files of an image. `loadDataDir` of PGlite parses the tar and copies it file
 * by file, which costs as much processor time as the start of PostgreSQL itself.
 */
export class ImageFileSystem extends MemoryFS {
  readonly #image: DatabaseImage;

  constructor(image: DatabaseImage) {
    super();
    this.#image = image;
  }

  override async initialSyncFs(): Promise<void> {
    const fileSystem = this.pg?.Module.FS;
    if (!fileSystem) throw new Error('PGlite reads its files before it has a file system.');
    // One copy for the database, whose parts become the contents of its files.
    const content = new Uint8Array(this.#image.archive);
    fileSystem.mkdirTree(dataDirectory);
    for (const { path, type, start, end } of this.#image.entries) {
      const target = `${dataDirectory}/${path.replace(/^\//, '')}`;
      if (type === 'directory') fileSystem.mkdir(target);
      else fileSystem.writeFile(target, content.subarray(start, end), becomesContent);
    }
  }
}

/** The file system keeps the given bytes instead of a copy. The type of PGlite does not list this option of Emscripten. */
const becomesContent: object = { canOwn: true };

/** A file or directory of an archive. */
interface TarEntry {
  readonly path: string;
  readonly type: 'file' | 'directory';
  /** Position of the content in the archive, in bytes. */
  readonly start: number;
  readonly end: number;
}

const blockSize = 512;

/**
 * Lists the entries of a ustar archive whose paths have at most 100 bytes, as those of a database do. docs/decisions/dependencies.md
 * says why no library does it.
 */
export function listTar(archive: Buffer): readonly TarEntry[] {
  const entries: TarEntry[] = [];
  for (let header = 0; archive[header] !== undefined && archive[header] !== 0;) {
    const text = (offset: number, length: number): string =>
      archive.toString('latin1', header + offset, header + offset + length).replace(/\0.*$/s, '');
    const [start, size] = [header + blockSize, Number.parseInt(text(124, 12), 8)];
    entries.push({ path: text(0, 100), type: text(156, 1) === '5' ? 'directory' : 'file', start, end: start + size });
    header = start + Math.ceil(size / blockSize) * blockSize;
  }
  return entries;
}

export class DirectoryInUseError extends Error {
  constructor(directory: string, pid: string | undefined) {
    super(
      `The data directory ${directory} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}: ` +
        'stop it, or set DATA_DIR to another directory.',
    );
    this.name = 'DirectoryInUseError';
  }
}

interface DirectoryLock {
  /** Calling it again changes nothing. */
  release(): void;
}

/**
 * Locks a directory for this process.
 *
 * The operating system holds the lock on an open file and releases it when the process ends, also when it is killed.
 * Stale locks and reused process identifiers are therefore impossible, and of two processes that start at once exactly
 * one gets the lock. Node has no API for such locks; its SQLite has, and a package for versions without SQLite. The
 * process identifier in the file `db.pid` is for the error message only.
 *
 * @throws DirectoryInUseError
 */
export function lockDirectory(directory: string, system: System = thisSystem): DirectoryLock {
  const pidFile = join(directory, 'db.pid');
  const file = join(directory, 'db.lock');
  const sqlite = system.sqlite();
  const release = sqlite ? lockBySqlite(file, sqlite) : lockByPackage(file);
  if (release === undefined) throw new DirectoryInUseError(directory, readPid(pidFile));
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release };
}

/** Locks a file until the returned function is called; undefined while another process holds the lock. */
type FileLock = (() => void) | undefined;

const sqliteBusy = 5;

function lockBySqlite(file: string, { DatabaseSync }: typeof Sqlite): FileLock {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/** The used part of fs-native-extensions, which has no types. */
interface FileLocks {
  readonly tryLock: (fd: number) => boolean;
}

function lockByPackage(file: string): FileLock {
  const { tryLock } = requireLocks();
  let fd: number | undefined = openSync(file, 'a+', 0o600);
  const close = () => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
  if (tryLock(fd)) return close;
  close();
  return undefined;
}

function requireLocks(): FileLocks {
  try {
    return createRequire(import.meta.url)('fs-native-extensions') as FileLocks;
  } catch (cause) {
    throw new Error(
      `The embedded database needs Node 22.13 or later on this system (this is ${process.versions.node}): update Node, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

function readPid(file: string): string | undefined {
  try {
    return /^\d+/.exec(readFileSync(file, 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}
