import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { Failure } from '../failure.ts';

/** Tests the code of a system error, such as ENOENT. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** State file with the agent's key, the first that an identity has. */
export const keyFileName = 'keys/main.json';

/** State file with the audit trail, to which operations and rotations append. */
export const trailFileName = 'audit/operations.jsonl';

/** Directory of an agent identity, and the log for warnings about it. */
export interface StateDir {
  /** Absolute path. */
  readonly path: string;
  readonly log: (text: string) => void;
  /** Reads a directory of another user; nothing in it is written, locked or restricted. */
  readonly foreign?: boolean;
  /** Command that holds the private key, see keypair.ts; undefined when the key file holds it. */
  readonly signer?: string | undefined;
}

/** What the default of --state-dir depends on; `home` and `cwd` are getters that can fail, read only where needed. */
interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
}

/** Resolves --state-dir, then AGENT_ID_STATE_DIR, then ~/.agent-id to an absolute path. */
export function resolveStateDir(flag: string | undefined, host: Surroundings): string {
  if (flag === '') throw new Failure('invalid_flag', '--state-dir is empty; give the path of a directory.');
  const path = flag ?? (host.env['AGENT_ID_STATE_DIR'] || join(host.home, '.agent-id'));
  return isAbsolute(path) ? path : resolve(host.cwd, path);
}

function statOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Refuses symbolic links and directories of other users, and restricts open modes. */
function checkDirectory(dir: StateDir, path: string, found: Stats): void {
  if (found.isSymbolicLink()) {
    throw new Failure(
      'unsafe_state_dir',
      `${path} is a symbolic link, which is never followed. Name the real directory.`,
    );
  }
  if (!found.isDirectory()) throw new Failure('unsafe_state_dir', `${path} is not a directory.`);
  if (dir.foreign) return;
  // Windows has no POSIX owners and modes.
  const uid = process.getuid?.();
  if (uid === undefined) return;
  if (found.uid !== uid) {
    throw new Failure(
      'unsafe_state_dir',
      `${path} belongs to user ${found.uid}, not to you (${uid}). Use a directory of your own, read this one with --foreign (agent-id-core status, verify and export-proof), or take it over: chown -R ${uid} ${path}`,
    );
  }
  if ((found.mode & 0o077) !== 0) {
    const mode = (found.mode & 0o777).toString(8);
    const now = tryChangeMode(() => chmodSync(path, 0o700)) ? 'now 700' : 'the file system is read-only';
    dir.log(`warning: ${path} was open to other users (mode ${mode}); ${now}.`);
  }
}

/** Changes a mode. @returns false on a read-only file system */
export function tryChangeMode(change: () => void): boolean {
  try {
    change();
    return true;
  } catch (error) {
    if (hasCode(error, 'EROFS')) return false;
    throw error;
  }
}

/**
 * Tests for a directory that other users can enter, with files in it but no agent identity, such as /etc or a home directory:
 * its mode is not the toolkit's to change.
 */
function isSharedDirectory({ path, foreign }: StateDir): boolean {
  const found = statOf(path);
  if (foreign || !found?.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) === 0) return false;
  const hasIdentity = [keyFileName, trailFileName].some((name) => existsSync(join(path, name)));
  return !hasIdentity && readdirSync(path).length > 0;
}

/** The state directory and the folder of `name` in it. */
function parents(dir: StateDir, name: string): readonly string[] {
  const folder = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
  return folder === '' ? [dir.path] : [dir.path, join(dir.path, folder)];
}

/**
 * Checks the directories of a state file.
 * @returns whether they exist
 * @throws Failure unsafe_state_dir
 */
export function checkParents(dir: StateDir, name: string): boolean {
  if (isSharedDirectory(dir)) return false;
  for (const path of parents(dir, name)) {
    const found = statOf(path);
    if (!found) return false;
    checkDirectory(dir, path, found);
  }
  return true;
}

/**
 * Creates the missing directories of a state file with mode 0700 and checks the existing ones.
 * @throws Failure unsafe_state_dir
 */
export function ensureParents(dir: StateDir, name: string): void {
  if (isSharedDirectory(dir)) {
    throw new Failure(
      'unsafe_state_dir',
      `${dir.path} is open to other users and holds other files than an agent identity. Name an empty directory, or one that does not exist yet.`,
    );
  }
  for (const path of parents(dir, name)) {
    // Another process may create the directory concurrently.
    if (!statOf(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
    const found = statOf(path);
    if (found) checkDirectory(dir, path, found);
  }
}
