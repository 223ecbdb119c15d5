import {
  closeSync,
  constants,
  fchmodSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../failure.ts';
import { checkParents, ensureParents, hasCode, type StateDir, tryChangeMode } from './state-dir.ts';

/** A state file without the form that the toolkit writes. */
export const damagedState = (name: string, reason: string): Failure =>
  new Failure('damaged_state', `The state file ${name} is damaged: ${reason}.`);

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

/** Opens a state file that grows. @returns undefined when it does not exist and the purpose is `read` */
export function openStateFile(dir: StateDir, name: string, purpose: 'read' | 'append'): number | undefined {
  if (!checkParents(dir, name)) return undefined;
  const path = join(dir.path, name);
  requireRegularFile(path);
  const flags = purpose === 'append' ? constants.O_RDWR | constants.O_CREAT : constants.O_RDONLY;
  try {
    const fd = openSync(path, flags | noFollow, 0o600);
    restrictMode(dir, name, fd);
    return fd;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Removes the permissions of other users from an open state file. */
function restrictMode(dir: StateDir, name: string, fd: number): void {
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

/** Files grow in multiples of this size, so that a spare file seldom allocates. */
const blockSize = 4096;

const newline = 10;

/** Overwrites a spare file completely. */
function fill(fd: number, content: Uint8Array): void {
  const size = Math.max(fstatSync(fd).size, Math.ceil(content.length / blockSize) * blockSize);
  const bytes = Buffer.alloc(size, newline);
  bytes.set(content);
  for (let offset = 0; offset < size;) offset += writeSync(fd, bytes, offset, size - offset, offset);
}

/**
 * Replaces a state file that changes often. A reader or a crash finds the old or the new content; a power cut may
 * restore the old one. The content is padded with newlines. The caller holds the lock.
 *
 * Renaming a new file over an old one makes file systems allocate and flush at once (ext4: auto_da_alloc), which takes
 * milliseconds. Two files avoid this: the spare file is overwritten in place, flushed and swapped with the current one.
 */
export function swapStateFile(dir: StateDir, name: string, content: string): void {
  ensureParents(dir, name);
  const path = join(dir.path, name);
  const folder = dirname(path);
  const spare = join(folder, `.${basename(path)}.spare`);
  const former = join(folder, `.${basename(path)}.former`);
  requireRegularFile(path);
  requireRegularFile(spare);
  const fd = openSync(spare, constants.O_CREAT | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0), 0o600);
  try {
    fill(fd, Buffer.from(content));
    fdatasyncSync(fd);
  } finally {
    closeSync(fd);
  }
  // A second link to the file, left by a killed process.
  rmSync(former, { force: true });
  const replaced = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (replaced) linkSync(path, former);
  renameSync(spare, path);
  if (!replaced) return;
  blank(former);
  renameSync(former, spare);
}

/** Erases the replaced content: an old checkpoint could be used to hide a truncation. */
function blank(path: string): void {
  const fd = openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    fill(fd, Buffer.alloc(0));
  } finally {
    closeSync(fd);
  }
}
