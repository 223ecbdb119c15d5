import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../shared/failure.ts';
import { requireKeyFile, type PublicIdentity } from '../../shared/keypair/key-file.ts';
import { isAlive } from '../../shared/state-dir/lock.ts';
import { hasCode, type StateDir } from '../../shared/state-dir/state-dir.ts';
import { writeStateFile } from '../../shared/state-dir/state-file.ts';
import { unpackFiles } from './state-archive.ts';

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
