import { defineCommand } from '../../shared/command/command.ts';
import { parseRemote, remoteFlag } from '../remote-flag.ts';

export const syncCommand = defineCommand({
  name: 'sync',
  summary: "Fetch, merge and push the proofs of commits, and keep the provider's history of signing keys.",
  output:
    'ok, remote, fetched (proofs were added here), pushed (proofs were added to the remote), notes (their number), jwksHistory (path of the kept history, or null)',
  flags: remoteFlag('Remote to exchange proofs with.'),
  run: async ({ flags, dir, host }) => {
    const remote = parseRemote(flags.remote);
    const { commitIdentity } = await import('../commit-identity.ts');
    const { gitFor } = await import('../git.ts');
    const { keepJwksHistory } = await import('../jwks-history.ts');
    const { syncNotes } = await import('../remote-notes.ts');
    const plain = gitFor(host.cwd, host.env);
    // Merges of notes need a committer also where none is configured.
    const identity = await commitIdentity(plain, { name: 'agent-id', email: 'agent-id@agent-id.local' });
    const git = gitFor(host.cwd, host.env, identity);
    const notes = await syncNotes(git, remote);
    const jwksHistory = await keepJwksHistory(git, dir, host);
    return { json: { ok: true, remote, ...notes, jwksHistory } };
  },
});
