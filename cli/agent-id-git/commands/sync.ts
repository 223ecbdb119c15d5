import { defineCommand } from '../../shared/define-command.ts';
import { parseRemote, remoteFlag } from '../remote-flag.ts';

export const syncCommand = defineCommand({
  name: 'sync',
  summary: 'Fetch, merge and push the proofs of commits.',
  output:
    'ok, remote, fetched (proofs were added here), pushed (proofs were added to the remote), notes (their number)',
  flags: remoteFlag('Remote to exchange proofs with.'),
  run: async ({ flags, host }) => {
    const remote = parseRemote(flags.remote);
    const { commitIdentity } = await import('../commit-identity.ts');
    const { gitFor } = await import('../git.ts');
    const { syncNotes } = await import('../remote-notes.ts');
    const plain = gitFor(host.cwd, host.env);
    // Merges of notes need a committer also where none is configured.
    const identity = await commitIdentity(plain, { name: 'agent-id', email: 'agent-id@agent-id.local' });
    return { json: { ok: true, remote, ...(await syncNotes(gitFor(host.cwd, host.env, identity), remote)) } };
  },
});
