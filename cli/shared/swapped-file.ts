import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ensureParents, type StateDir } from './state-dir.ts';
import { requireRegularFile } from './state-file.ts';

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
