import { Failure } from '../shared/failure.ts';
import { gitFor, runGit, tryGit, type Git } from './git.ts';
import { readNote } from './notes.ts';
import { checkExpected, type CommitPolicy } from './policy.ts';
import { resolveCommit, verifyAgentCommit, type VerifiedCommit, type VerifyOptions } from './verify-agent-commit.ts';
import type { CommandHost } from '../shared/host.ts';

/** Result of one commit of a range. */
export type CommitResult =
  | (VerifiedCommit & { readonly ok: true })
  | { readonly ok: false; readonly commit: string; readonly error: string; readonly code: string }
  | { readonly ok: true; readonly commit: string; readonly skipped: true };

export interface RangeReport {
  readonly ok: boolean;
  readonly verified: number;
  readonly skipped: number;
  readonly failed: number;
  readonly ownerExpected: boolean | null;
  readonly commits: readonly CommitResult[];
}

/** Whether a commit presents itself as one of an agent: by a trailer anywhere, its committer, or a note. */
async function claimsAgent(git: Git, commit: string, notes: string | undefined): Promise<boolean> {
  const { stdout } = await tryGit(git, ['cat-file', 'commit', commit]);
  const text = stdout.toString('utf8');
  if (/^agent-id-(?:jkt|owner)\s*:/im.test(text) || /^committer .*<agent-[^>]*@agent-id\.local>/m.test(text))
    return true;
  return (await readNote(git, commit, notes)) !== undefined;
}

/**
 * Lists the commits of `A..B`, oldest first.
 * @throws Failure invalid_flag, unknown_commit
 */
export async function commitsOfRange(host: CommandHost, range: string): Promise<readonly string[]> {
  const [, from, to] = /^(.+?)\.\.([^.].*)?$/.exec(range) ?? [];
  if (from === undefined || range.includes('...'))
    throw new Failure('invalid_flag', `--range accepts two revisions as A..B, not "${range}".`);
  const git = gitFor(host.cwd, host.env);
  const [start, end] = [await resolveCommit(git, from), await resolveCommit(git, to ?? 'HEAD')];
  return (await runGit(git, ['rev-list', '--reverse', `${start}..${end}`])).split('\n').filter(Boolean);
}

/** Verifies several commits against a policy. */
export async function verifyCommits(
  host: CommandHost,
  commits: readonly string[],
  options: Omit<VerifyOptions, 'commit'>,
  policy: CommitPolicy,
): Promise<RangeReport> {
  const git = gitFor(host.cwd, host.env);
  const results: CommitResult[] = [];
  for (const commit of commits) {
    if (policy.require === 'signed' && !(await claimsAgent(git, commit, options.notes))) {
      results.push({ ok: true, commit, skipped: true });
      continue;
    }
    try {
      const verified = await verifyAgentCommit(host, { ...options, commit });
      checkExpected(verified, policy);
      results.push({ ok: true, ...verified });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      results.push({ ok: false, commit, error: error.message, code: error.code });
    }
  }
  const failed = results.filter(({ ok }) => !ok).length;
  const skipped = results.filter((one) => 'skipped' in one).length;
  const expects = policy.owners.length + policy.jkts.length > 0;
  return {
    ok: failed === 0,
    verified: results.length - failed - skipped,
    skipped,
    failed,
    ownerExpected: expects ? results.every((one) => one.ok || one.code !== 'owner_not_expected') : null,
    commits: results,
  };
}
