import { Failure } from '../shared/failure.ts';
import { runGit, tryGit, type Git } from './git.ts';
import { pushWithNotes } from './remote-notes.ts';

export interface PushResult {
  readonly pushed: boolean;
  readonly notesPushed: boolean;
  /** Reason of a failure. */
  readonly reason?: string;
}

const isWithoutAtomicPush = (error: Failure): boolean => error.message.includes('does not support --atomic');

/** Pushes commit and notes one after the other, to a remote without atomic pushes. */
async function pushSeparately(git: Git, remote: string, branch: string): Promise<PushResult> {
  let pushed = false;
  try {
    await runGit(git, ['push', '--quiet', remote, branch]);
    pushed = true;
    await pushWithNotes(git, remote, []);
    return { pushed, notesPushed: true };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { pushed, notesPushed: false, reason: error.message };
  }
}

/**
 * Pushes a commit to the branch of the same name, with or without an upstream, and its notes. Both arrive or neither, so
 * that a hook of the remote sees them together.
 */
export async function pushCommit(git: Git, remote: string, commit: string, withNotes: boolean): Promise<PushResult> {
  const branch = (await tryGit(git, ['symbolic-ref', '--quiet', 'HEAD'])).stdout.toString('utf8').trim();
  if (!branch.startsWith('refs/heads/')) {
    return { pushed: false, notesPushed: false, reason: 'HEAD is detached; check out a branch to push it.' };
  }
  const ref = `${commit}:${branch}`;
  try {
    if (withNotes) await pushWithNotes(git, remote, [ref]);
    else await runGit(git, ['push', '--quiet', remote, ref]);
    return { pushed: true, notesPushed: withNotes };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (withNotes && isWithoutAtomicPush(error)) return pushSeparately(git, remote, ref);
    return { pushed: false, notesPushed: false, reason: error.message };
  }
}
