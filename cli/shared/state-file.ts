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
import { checkParents, ensureParents, type StateDir } from './state-dir.ts';
import { hasCode } from './system-error.ts';

const noFollow = constants.O_NOFOLLOW ?? 0;

/** Makes a rename or removal survive a power cut. Windows cannot open directories. */
function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Content of a state file, or undefined when there is none. A file open to others is tightened with a warning. */
export function readStateFile(dir: StateDir, name: string): string | undefined {
  if (!checkParents(dir, name)) return undefined;
  let fd: number;
  try {
    fd = openSync(join(dir.path, name), 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  try {
    tighten(dir, name, fd);
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}

/** Takes away what other users may do with an open state file. */
export function tighten(dir: StateDir, name: string, fd: number): void {
  const { mode } = fstatSync(fd);
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  fchmodSync(fd, 0o600);
  dir.note(`warning: ${join(dir.path, name)} was open to other users (mode ${(mode & 0o777).toString(8)}); now 600.`);
}

/** A link in place of a state file would send a secret elsewhere. */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Failure('unsafe_state_dir', `${path} is a symbolic link, which is never written through. Remove it.`);
  }
}

/**
 * Replaces a state file in one step: a reader, or a crash at any moment, meets the old content or the new.
 * The caller holds the lock of the state directory, so that one temporary name is enough.
 */
export function writeStateFile(dir: StateDir, name: string, content: string): void {
  ensureParents(dir, name);
  const path = join(dir.path, name);
  refuseLink(path);
  const temporary = join(dirname(path), `.${basename(path)}.tmp`);
  // Left behind by a process that was killed; removed rather than reused, should it be a link.
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

/** Writes all of a text at the file's position. */
function writeWhole(fd: number, content: string): void {
  const bytes = Buffer.from(content);
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

/** Names of the files in a folder of the state directory, sorted, temporary ones left out. */
export function listStateFiles(dir: StateDir, folder: string): readonly string[] {
  if (!checkParents(dir, `${folder}/x`)) return [];
  return readdirSync(join(dir.path, folder))
    .filter((name) => !name.startsWith('.'))
    .sort();
}
