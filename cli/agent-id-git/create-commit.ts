import { Failure } from '../shared/failure.ts';
import { parseCommitObject } from './commit-object.ts';
import { runGit, type Git } from './git.ts';
import { readTrailers, requireTrailers, type Trailer } from './trailers.ts';

/** What git signs with. */
interface CommitSigning {
  /** A private key, or a public one that an SSH agent serves. */
  readonly keyPath: string;
  /** Program with the arguments of ssh-keygen. */
  readonly program: string;
}

/**
 * Commits the staged changes, signed with the agent's SSH key. The signing settings apply to this call only and override
 * the user's own signer.
 * @returns the full hash of the new commit
 * @throws Failure git_failed, commit_altered
 */
export async function createCommit(
  git: Git,
  { keyPath, program }: CommitSigning,
  message: string,
  trailers: readonly Trailer[],
  allowEmpty: boolean,
): Promise<string> {
  const settings = [
    'gpg.format=ssh',
    `gpg.ssh.program=${program}`,
    `user.signingkey=${keyPath}`,
    'core.abbrev=no',
    'commit.verbose=false',
  ].flatMap((setting) => ['-c', setting]);
  const flags = ['--cleanup=whitespace', '--no-edit', ...(allowEmpty ? ['--allow-empty'] : [])];
  const output = await runGit(git, [...settings, 'commit', '-S', ...flags, '-F', '-'], message);
  // "[branch (root-commit) <hash>] subject" names the new commit even when another process moves HEAD.
  const hash = /^\[.+ ([0-9a-f]{40,64})\] /m.exec(output)?.[1] ?? (await runGit(git, ['rev-parse', 'HEAD'])).trim();
  const commit = parseCommitObject(Buffer.from(await runGit(git, ['cat-file', 'commit', hash])));
  try {
    // Trailers are read again only when a hook changed the message.
    const unchanged = commit.message.trimEnd() === message.trimEnd();
    if (!unchanged) requireTrailers(await readTrailers(git, commit.message), trailers);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure('commit_altered', `A hook changed the commit: ${error.message} It cannot be proven.`, {
      commitHash: hash,
    });
  }
  if (commit.signatures.length !== 1) {
    throw new Failure('commit_altered', 'The new commit has no signature. It cannot be proven.', {
      commitHash: hash,
    });
  }
  return hash;
}
