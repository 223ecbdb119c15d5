import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../shared/failure.ts';
import { isAlive, withReadLock } from '../shared/state-dir/lock.ts';
import { checkParents, hasCode, type StateDir } from '../shared/state-dir/state-dir.ts';
import { type PublicIdentity, requireKeyFile } from '../shared/keypair/key-file.ts';
import { writeStateFile } from '../shared/state-dir/state-file.ts';
import { isJsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from '../shared/json.ts';

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
      if (found.isDirectory()) return readFolder(dir, name);
      if (found.isFile() && isSafeName(name)) return [{ name, content: readFileSync(path) }];
      const reason = found.isFile() ? 'has a name that no restore accepts' : 'is not a regular file';
      throw new Failure('unsafe_state_dir', `${path} ${reason}, so it cannot be backed up. Remove it.`);
    });
}

/** Packs the whole state directory at one point in time. @returns the archive and the number of its files */
export async function archiveState(dir: StateDir): Promise<{ readonly archive: Buffer; readonly files: number }> {
  const files = await withReadLock(dir, () => (checkParents(dir, 'x') ? readFolder(dir, '') : []));
  return { archive: packFiles(files), files: files.length };
}

function requireEmpty(path: string): void {
  let names: readonly string[];
  try {
    names = readdirSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (names.length > 0)
    throw new Failure(
      'identity_exists',
      `${path} is not empty, so nothing is restored into it. Name another with --state-dir.`,
    );
}

/** Deletes the drafts of killed restores, which contain secrets. */
function sweepDrafts(parent: string, prefix: string): void {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length));
    if (!isAlive({ pid, start: null, host: '' }) || pid === process.pid)
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/**
 * Writes the files of an archive into an empty or missing state directory. They are written beside it and moved in one
 * step, so that a crash leaves the whole identity or nothing.
 * @throws Failure identity_exists, bad_encrypted_file, damaged_state, no_agent_keypair
 */
export function restoreState(
  dir: StateDir,
  archive: Buffer,
): { readonly files: number; readonly identity: PublicIdentity } {
  requireEmpty(dir.path);
  const files = unpackFiles(archive);
  const parent = dirname(dir.path);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const prefix = `.${basename(dir.path)}.restoring-`;
  sweepDrafts(parent, prefix);
  const draft = { ...dir, path: join(parent, `${prefix}${process.pid}`) };
  mkdirSync(draft.path, { mode: 0o700 });
  try {
    for (const { name, content } of files) writeStateFile(draft, name, content);
    const identity = requireKeyFile(draft);
    // Replaces an empty directory; another process may have filled it.
    requireEmpty(dir.path);
    renameSync(draft.path, dir.path);
    return { files: files.length, identity };
  } catch (error) {
    rmSync(draft.path, { recursive: true, force: true });
    throw error;
  }
}

interface ArchivedFile {
  /** Path below the state directory, with slashes. */
  readonly name: string;
  readonly content: Buffer;
}

/** Packs files: one line of JSON with names and sizes, then their contents. */
function packFiles(files: readonly ArchivedFile[]): Buffer {
  const index = { files: files.map(({ name, content }) => ({ name, size: content.length })) };
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files.map(({ content }) => content)]);
}

const isEntry = (value: unknown): value is { readonly name: string; readonly size: number } =>
  isJsonObject(value) && typeof value['name'] === 'string' && Number.isSafeInteger(value['size']);

/** Names that stay below the state directory on every system, without hidden files and folders. */
const isSafeName = (name: string): boolean =>
  name.split('/').every((part) => /^[^.\\:\p{Cc}][^\\:\p{Cc}]*$/u.test(part));

/**
 * Unpacks files.
 * @throws Failure bad_encrypted_file
 */
function unpackFiles(bytes: Buffer): readonly ArchivedFile[] {
  const bad = (): Failure => new Failure('bad_encrypted_file', 'The backup does not contain the files of an identity.');
  const end = bytes.indexOf(10) + 1;
  const entries = end === 0 ? undefined : parseObject(bytes.toString('utf8', 0, end))?.['files'];
  if (!Array.isArray(entries) || !entries.every(isEntry)) throw bad();
  let offset = end;
  const files = entries.map(({ name, size }) => {
    if (!isSafeName(name) || size < 0 || offset + size > bytes.length) throw bad();
    offset += size;
    return { name, content: bytes.subarray(offset - size, offset) };
  });
  if (offset !== bytes.length) throw bad();
  return files;
}
