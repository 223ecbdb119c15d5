import { tryGit, type Git } from './git.ts';

export const notesRef = 'refs/notes/agent-id';

/** Attempts of an operation that may conflict with another process. */
export const noteAttempts = 6;

/** Waits longer after each attempt, with a random part, so that waiting processes spread. */
export const pauseAfterAttempt = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 30 * 2 ** attempt * (0.5 + Math.random())));

/**
 * Attaches a text to a commit as a note. Retries on conflicts with other processes.
 * @returns the message of git when all attempts failed
 */
export async function attachNote(git: Git, commit: string, text: string): Promise<string | undefined> {
  let reason = '';
  for (let attempt = 0; attempt < noteAttempts; attempt++) {
    const { code, stderr } = await tryGit(git, ['notes', `--ref=${notesRef}`, 'add', '-f', '-F', '-', commit], text);
    if (code === 0) return undefined;
    reason = stderr;
    await pauseAfterAttempt(attempt);
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
