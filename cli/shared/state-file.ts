import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from './failure.ts';
import { checkParents, ensureParents, tryChangeMode, type StateDir } from './state-dir.ts';
import { hasCode } from './system-error.ts';

const noFollow = constants.O_NOFOLLOW ?? 0;

/** Makes a rename or removal durable. Windows cannot open directories. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Reads a state file; undefined when it does not exist. Modes open to other users are restricted with a warning. */
export function readStateFile(dir: StateDir, name: string): string | undefined {
  if (!checkParents(dir, name)) return undefined;
  const path = join(dir.path, name);
  requireRegularFile(path);
  let fd: number;
  try {
    // Not blocking, should a FIFO take the place of the file in between.
    fd = openSync(path, constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    restrictMode(dir, name, fd);
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

/** Removes the permissions of other users from an open state file. */
export function restrictMode(dir: StateDir, name: string, fd: number): void {
  const { mode } = fstatSync(fd);
  if (dir.foreign || process.platform === 'win32' || (mode & 0o077) === 0) return;
  const now = tryChangeMode(() => fchmodSync(fd, 0o600)) ? 'now 600' : 'the file system is read-only';
  dir.log(`warning: ${join(dir.path, name)} was open to other users (mode ${(mode & 0o777).toString(8)}); ${now}.`);
}

/**
 * Refuses anything but a regular file in place of a state file, before it is opened: a symbolic link would redirect
 * secrets, and a FIFO would block.
 * @throws Failure unsafe_state_dir
 */
export function requireRegularFile(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  const kind = found.isSymbolicLink() ? 'a symbolic link, which is never followed' : 'not a regular file';
  throw new Failure('unsafe_state_dir', `${path} is ${kind}. Remove it.`);
}

/**
 * Replaces a state file atomically: a reader or a crash finds the old or the new content. The caller holds the lock, so
 * one temporary name is enough.
 */
export function writeStateFile(dir: StateDir, name: string, content: string | Uint8Array): void {
  ensureParents(dir, name);
  const path = join(dir.path, name);
  requireRegularFile(path);
  const temporary = join(dirname(path), `.${basename(path)}.tmp`);
  // Left by a killed process; deleted because it could be a link.
  rmSync(temporary, { force: true });
  const fd = openSync(temporary, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | noFollow, 0o600);
  try {
    fchmodSync(fd, 0o600);
    writeWhole(fd, content);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
  syncDirectory(dirname(path));
}

/** Writes a complete content at the position of the file. */
function writeWhole(fd: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let offset = 0; offset < bytes.length;) offset += writeSync(fd, bytes, offset);
}

/** @returns whether there was such a file. */
export function removeStateFile(dir: StateDir, name: string): boolean {
  if (!checkParents(dir, name)) return false;
  const path = join(dir.path, name);
  if (!lstatSync(path, { throwIfNoEntry: false })) return false;
  rmSync(path);
  syncDirectory(dirname(path));
  return true;
}

/** Lists the files of a folder of the state directory, sorted, without temporary files. */
export function listStateFiles(dir: StateDir, folder: string): readonly string[] {
  if (!checkParents(dir, `${folder}/x`)) return [];
  return readdirSync(join(dir.path, folder))
    .filter((name) => !name.startsWith('.'))
    .sort();
}
