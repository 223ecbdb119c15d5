import { defineCommand } from '../../shared/command/command.ts';
import { providerAddressFlag } from '../provider-flags.ts';
import { resolveProviderAddress } from '../../shared/provider/provider.ts';

export const setupOwnerSessionCommand = defineCommand({
  name: 'setup-owner-session',
  summary: 'Delete the owner session and any pending sign-in. The key is kept, so the agent can be bound again.',
  output: 'ok, rebound, providerAddress, stateDir',
  flags: {
    ...providerAddressFlag,
    verbose: { type: 'boolean', help: 'Print the deleted files on stderr.' },
  },
  run: async ({ flags, dir, stateDir, host }) => {
    const providerAddress = resolveProviderAddress(flags['provider-address'], host);
    const { withLock } = await import('../../shared/state-dir/lock.ts');
    const { requireKeyFile } = await import('../../shared/keypair/key-file.ts');
    const { ownerSessionFileName } = await import('../../shared/owner-session/owner-session.ts');
    const { pendingAuthFileName } = await import('../pending-auth.ts');
    const { removeStateFile } = await import('../../shared/state-dir/state-file.ts');
    requireKeyFile(dir);
    await withLock(dir, () => {
      // Versions before 3.0.0 wrote owner-binding.json.
      for (const name of [ownerSessionFileName, pendingAuthFileName, 'owner-binding.json']) {
        const removed = removeStateFile(dir, name);
        if (flags.verbose) host.log(removed ? `removed ${name}` : `no ${name}`);
      }
    });
    if (flags.verbose) host.log('The key is kept. Run agent-id-core auth, then agent-id-core bind.');
    return { json: { ok: true, rebound: true, providerAddress, stateDir } };
  },
});
