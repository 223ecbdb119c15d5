import { Failure } from '../shared/failure.ts';
import { runGit, tryGit, type Git } from './git.ts';
import { pushNotes } from './notes.ts';

export interface PushResult {
  readonly pushed: boolean;
  readonly notesPushed: boolean;
  /** Reason of a failure. */
  readonly reason?: string;
}

const reasonOf = (error: unknown): string => {
  if (error instanceof Failure) return error.message;
  throw error;
};

/** Pushes a commit to the branch of the same name, with or without an upstream, and its notes. */
export async function pushCommit(git: Git, remote: string, commit: string, withNotes: boolean): Promise<PushResult> {
  const branch = (await tryGit(git, ['symbolic-ref', '--quiet', 'HEAD'])).stdout.toString('utf8').trim();
  if (!branch.startsWith('refs/heads/')) {
    return { pushed: false, notesPushed: false, reason: 'HEAD is detached; check out a branch to push it.' };
  }
  try {
    await runGit(git, ['push', '--quiet', remote, `${commit}:${branch}`]);
  } catch (error) {
    return { pushed: false, notesPushed: false, reason: reasonOf(error) };
  }
  if (!withNotes) return { pushed: true, notesPushed: false };
  try {
    await pushNotes(git, remote);
    return { pushed: true, notesPushed: true };
  } catch (error) {
    return { pushed: true, notesPushed: false, reason: reasonOf(error) };
  }
}
