import type { AgentCommitter } from './agent-committer.ts';
import { tryGit, type Git } from './git.ts';

/**
 * Returns the environment that makes the agent the committer. The author is the configured user of git, or the agent
 * when there is none.
 */
export async function commitIdentity(
  git: Git,
  { name, email }: AgentCommitter,
): Promise<Readonly<Record<string, string>>> {
  const committer = { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email };
  const author = { GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email };
  if (git.env['GIT_AUTHOR_EMAIL'] && git.env['GIT_AUTHOR_NAME']) return committer;
  const { stdout } = await tryGit(git, ['config', '--get-regexp', '^(user|author)\\.(name|email)$']);
  const configured = stdout.toString('utf8');
  return /\.name /.test(configured) && /\.email /.test(configured) ? committer : { ...committer, ...author };
}
