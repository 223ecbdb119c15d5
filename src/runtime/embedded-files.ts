import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { lockDirectory } from './directory-lock.ts';
import { readEmbeddedImage } from './embedded-image.ts';
import { type DatabaseImage, databaseImage, ImageFileSystem } from './image-file-system.ts';

/** The directory name of a database without files. */
const inMemory = 'memory://';
/** PostgreSQL touches all of its buffers at start: the default of 128 MB would be a quarter of the process's memory. */
const sharedBuffers = '16MB';

export interface EmbeddedFiles {
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
  return PGlite.create({
    ...files,
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
  });
}
