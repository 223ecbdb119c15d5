import { MemoryFS } from '@electric-sql/pglite';
import { listTar, type TarEntry } from './tar.ts';

/** Directory of the database in the file system of PGlite. */
const dataDirectory = '/pglite/data';

/** The files of a database as a tar, and its table of contents. */
export interface DatabaseImage {
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
