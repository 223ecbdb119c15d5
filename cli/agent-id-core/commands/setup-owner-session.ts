import { defineCommand } from '../../shared/define-command.ts';
import { providerAddressFlag } from '../provider-flags.ts';
import { resolveProviderAddress } from '../../shared/provider-address.ts';

export const setupOwnerSessionCommand = defineCommand({
  name: 'setup-owner-session',
  summary: 'Forget the owner session and any waiting sign-in; keep the key, so that the agent can be bound anew.',
  output: 'ok, rebound, providerAddress, stateDir',
  flags: {
    ...providerAddressFlag,
    verbose: { type: 'boolean', help: 'Say on stderr what is removed.' },
  },
  run: async ({ flags, stateDir, host }) => {
    const providerAddress = resolveProviderAddress(flags['provider-address'], host);
    const { withLock } = await import('../../shared/lock.ts');
    const { requireKeyFile } = await import('../../shared/key-file.ts');
    const { ownerSessionFileName } = await import('../../shared/owner-session.ts');
    const { pendingAuthFileName } = await import('../pending-auth.ts');
    const { removeStateFile } = await import('../../shared/state-file.ts');
    const dir = { path: stateDir, note: host.note };
    requireKeyFile(dir);
    await withLock(dir, () => {
      // owner-binding.json is what versions before 3.0.0 kept.
      for (const name of [ownerSessionFileName, pendingAuthFileName, 'owner-binding.json']) {
        const removed = removeStateFile(dir, name);
        if (flags.verbose) host.note(removed ? `removed ${name}` : `no ${name}`);
      }
    });
    if (flags.verbose) host.note('The key is kept. Run agent-id-core auth, then agent-id-core bind.');
    return { json: { ok: true, rebound: true, providerAddress, stateDir } };
  },
});
