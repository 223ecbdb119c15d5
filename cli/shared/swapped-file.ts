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
import { refuseLink } from './state-file.ts';

/** Contents grow to the next multiple of this, so that a spare seldom needs new space. */
const blockSize = 4096;

const newline = 10;

/** Overwrites a spare from its first byte to its last. */
function fill(fd: number, content: Uint8Array): void {
  const size = Math.max(fstatSync(fd).size, Math.ceil(content.length / blockSize) * blockSize);
  const bytes = Buffer.alloc(size, newline);
  bytes.set(content);
  for (let offset = 0; offset < size;) offset += writeSync(fd, bytes, offset, size - offset, offset);
}

/**
 * Replaces a state file that changes often, such that a reader, or a crash at any moment, meets the old content or
 * the new, whole; a power cut may bring the old one back. The content is followed by newlines. The caller holds the
 * lock.
 *
 * Replacing a file by a new one makes file systems allocate and flush at once (ext4: auto_da_alloc), which takes
 * milliseconds. Here two files change places: the spare is overwritten where it lies, flushed, and takes the name.
 */
export function swapStateFile(dir: StateDir, name: string, content: string): void {
  ensureParents(dir, name);
  const path = join(dir.path, name);
  const folder = dirname(path);
  const spare = join(folder, `.${basename(path)}.spare`);
  const former = join(folder, `.${basename(path)}.former`);
  refuseLink(path);
  refuseLink(spare);
  const fd = openSync(spare, constants.O_CREAT | constants.O_RDWR | (constants.O_NOFOLLOW ?? 0), 0o600);
  try {
    fill(fd, Buffer.from(content));
    fdatasyncSync(fd);
  } finally {
    closeSync(fd);
  }
  // A second name of the file, left by a process that was killed here.
  rmSync(former, { force: true });
  const replaced = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  if (replaced) linkSync(path, former);
  renameSync(spare, path);
  if (!replaced) return;
  blank(former);
  renameSync(former, spare);
}

/** What has been replaced is not kept: a former checkpoint beside the new one would help to hide a truncation. */
function blank(path: string): void {
  const fd = openSync(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    fill(fd, Buffer.alloc(0));
  } finally {
    closeSync(fd);
  }
}
