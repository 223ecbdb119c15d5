import { Failure } from '../shared/failure.ts';
import { runGit, tryGit, type Git } from './git.ts';
import { noteAttempts, notesRef, pauseAfterAttempt } from './notes.ts';

/** Hash of a local ref; undefined when it does not exist. */
async function localRef(git: Git, ref: string): Promise<string | undefined> {
  const { code, stdout } = await tryGit(git, ['rev-parse', '--verify', '--quiet', ref]);
  return code === 0 ? stdout.toString('utf8').trim() : undefined;
}

/**
 * Value of the notes at a remote; undefined when it has none.
 * @throws Failure git_failed when the remote cannot be read
 */
async function remoteNotes(git: Git, remote: string): Promise<string | undefined> {
  const [hash] = (await runGit(git, ['ls-remote', remote, notesRef])).split('\t');
  return hash === undefined || hash === '' ? undefined : hash;
}

/**
 * Merges the notes of a remote into the local ones; the local note wins on a conflict.
 * @returns whether the remote had notes that were missing here
 * @throws Failure git_failed
 */
async function mergeRemoteNotes(git: Git, remote: string): Promise<boolean> {
  const theirs = await remoteNotes(git, remote);
  if (theirs === undefined || theirs === (await localRef(git, notesRef))) return false;
  if ((await tryGit(git, ['merge-base', '--is-ancestor', theirs, notesRef])).code === 0) return false;
  const incoming = `refs/notes/agent-id-incoming-${process.pid}`;
  await runGit(git, ['fetch', '--no-tags', '--quiet', remote, `+${notesRef}:${incoming}`]);
  try {
    await runGit(git, ['notes', `--ref=${notesRef}`, 'merge', '--quiet', '-s', 'ours', incoming]);
  } finally {
    await tryGit(git, ['update-ref', '-d', incoming]);
  }
  return true;
}

/**
 * Pushes refs together with the notes: all are updated or none. Merges the notes of the remote when they are newer.
 * @param refs refspecs to push beside the notes
 * @throws Failure git_failed
 */
export async function pushWithNotes(git: Git, remote: string, refs: readonly string[]): Promise<void> {
  const atomic = refs.length > 0 ? ['--atomic'] : [];
  let reason = '';
  for (let attempt = 0; attempt < noteAttempts; attempt++) {
    const args = ['push', '--quiet', ...atomic, remote, ...refs, `${notesRef}:${notesRef}`];
    const { code, stderr } = await tryGit(git, args);
    if (code === 0) return;
    reason = stderr;
    // Without newer notes at the remote, another attempt would fail for the same reason.
    if (!(await mergeRemoteNotes(git, remote).catch(() => false))) break;
    await pauseAfterAttempt(attempt);
  }
  throw new Failure('git_failed', `git push failed: ${reason}`);
}

/** Result of exchanging the notes with a remote. */
export interface SyncResult {
  /** Whether notes of the remote were added here. */
  readonly fetched: boolean;
  /** Whether notes were added to the remote. */
  readonly pushed: boolean;
  /** Notes here afterwards. */
  readonly notes: number;
}

/**
 * Fetches and merges the notes of a remote, then pushes the result.
 * @throws Failure git_failed
 */
export async function syncNotes(git: Git, remote: string): Promise<SyncResult> {
  const fetched = await mergeRemoteNotes(git, remote);
  const localNotes = await localRef(git, notesRef);
  if (localNotes === undefined) return { fetched, pushed: false, notes: 0 };
  const pushed = (await remoteNotes(git, remote)) !== localNotes;
  if (pushed) await pushWithNotes(git, remote, []);
  const list = await runGit(git, ['notes', `--ref=${notesRef}`, 'list']);
  return { fetched, pushed, notes: list.split('\n').filter(Boolean).length };
}
