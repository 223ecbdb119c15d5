import { Failure } from '../shared/failure.ts';
import { runGit, tryGit, type Git } from './git.ts';

export const notesRef = 'refs/notes/agent-id';

/** Attempts of an operation that may conflict with another process. */
const attempts = 6;

const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 30 * 2 ** attempt * (0.5 + Math.random())));

/**
 * Attaches a text to a commit as a note. Retries on conflicts with other processes.
 * @returns the message of git when all attempts failed
 */
export async function attachNote(git: Git, commit: string, text: string): Promise<string | undefined> {
  let reason = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { code, stderr } = await tryGit(git, ['notes', `--ref=${notesRef}`, 'add', '-f', '-F', '-', commit], text);
    if (code === 0) return undefined;
    reason = stderr;
    await pause(attempt);
  }
  return reason;
}

/** Reads a note from a commit of notes, whose tree may split hashes into folders of two digits. */
async function readNoteAt(git: Git, notes: string, commit: string): Promise<string | undefined> {
  for (let split = 0; split <= 4; split++) {
    const folders = Array.from({ length: split }, (_, index) => commit.slice(2 * index, 2 * index + 2));
    const path = [...folders, commit.slice(2 * split)].join('/');
    const { code, stdout } = await tryGit(git, ['cat-file', 'blob', `${notes}:${path}`]);
    if (code === 0) return stdout.toString('utf8');
  }
  return undefined;
}

/**
 * Reads the note of a commit.
 * @param notes commit of notes to read instead of the ref
 * @returns undefined when there is none
 */
export async function readNote(git: Git, commit: string, notes?: string): Promise<string | undefined> {
  if (notes !== undefined) return readNoteAt(git, notes, commit);
  const { code, stdout } = await tryGit(git, ['notes', `--ref=${notesRef}`, 'show', commit]);
  return code === 0 ? stdout.toString('utf8') : undefined;
}

/** Merges the notes of the remote; the local note wins on a conflict. */
async function mergeRemoteNotes(git: Git, remote: string): Promise<void> {
  const incoming = `refs/notes/agent-id-incoming-${process.pid}`;
  await runGit(git, ['fetch', '--no-tags', remote, `+${notesRef}:${incoming}`]);
  try {
    await runGit(git, ['notes', `--ref=${notesRef}`, 'merge', '-s', 'ours', incoming]);
  } finally {
    await tryGit(git, ['update-ref', '-d', incoming]);
  }
}

/**
 * Pushes the notes after merging those of the remote.
 * @throws Failure git_failed
 */
export async function pushNotes(git: Git, remote: string): Promise<void> {
  let reason = '';
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { code, stderr } = await tryGit(git, ['push', '--quiet', remote, `${notesRef}:${notesRef}`]);
    if (code === 0) return;
    reason = stderr;
    const remoteNotes = await tryGit(git, ['ls-remote', '--exit-code', remote, notesRef]);
    if (remoteNotes.code !== 0) break;
    await mergeRemoteNotes(git, remote);
    await pause(attempt);
  }
  throw new Failure('git_failed', `The notes could not be pushed: ${reason}`);
}
