import { gitFor, runGit } from './git.ts';
import { notesRef } from './notes.ts';
import type { CommandHost } from '../shared/host.ts';

/** New commits of a push, and the notes that come with it. */
export interface PushedCommits {
  /** Oldest first, each once. */
  readonly commits: readonly string[];
  /** New value of refs/notes/agent-id; undefined when the push does not change it. */
  readonly notes: string | undefined;
}

const isNull = (hash: string): boolean => /^0+$/.test(hash);

/** Parses the input of a pre-receive hook (githooks(5)): lines of old value, new value and ref. */
export async function pushedCommits(host: CommandHost, input: string): Promise<PushedCommits> {
  const git = gitFor(host.cwd, host.env);
  const updates = input
    .split('\n')
    .map((line) => line.trim().split(' '))
    .flatMap(([old = '', next = '', ref = '']) => (ref === '' ? [] : [{ old, next, ref }]));
  const commits = new Set<string>();
  for (const { next, ref } of updates) {
    if (ref.startsWith('refs/notes/') || isNull(next)) continue;
    const listed = await runGit(git, ['rev-list', '--reverse', next, '--not', '--all']);
    for (const commit of listed.split('\n').filter(Boolean)) commits.add(commit);
  }
  const notes = updates.find(({ ref, next }) => ref === notesRef && !isNull(next))?.next;
  return { commits: [...commits], notes };
}
