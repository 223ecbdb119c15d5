import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../shared/failure.ts';
import { withReadLock } from '../../shared/state-dir/lock.ts';
import { checkParents, type StateDir } from '../../shared/state-dir/state-dir.ts';
import { packFiles, type ArchivedFile } from './state-archive.ts';

/** Files that belong to running commands. */
const isTransient = (name: string): boolean => name.startsWith('.') || name === 'lock' || name.startsWith('lock.');

function readFolder(dir: StateDir, folder: string): readonly ArchivedFile[] {
  return readdirSync(join(dir.path, folder))
    .filter((one) => !isTransient(one))
    .sort()
    .flatMap((one) => {
      const name = folder === '' ? one : `${folder}/${one}`;
      const path = join(dir.path, name);
      const found = lstatSync(path);
      if (found.isDirectory() && folder === '') return readFolder(dir, one);
      if (found.isFile()) return [{ name, content: readFileSync(path) }];
      throw new Failure('unsafe_state_dir', `${path} is not a regular file, so it cannot be backed up. Remove it.`);
    });
}

/** Packs the whole state directory at one point in time. @returns the archive and the number of its files */
export async function archiveState(dir: StateDir): Promise<{ readonly archive: Buffer; readonly files: number }> {
  const files = await withReadLock(dir, () => (checkParents(dir, 'x') ? readFolder(dir, '') : []));
  return { archive: packFiles(files), files: files.length };
}
