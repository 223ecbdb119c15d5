import { defineCommand } from '../../shared/define-command.ts';
import { serviceFlag } from '../service-flag.ts';

export const removeCommand = defineCommand({
  name: 'remove',
  summary: 'Delete a stored credential.',
  output: 'ok, service',
  flags: serviceFlag,
  run: async ({ flags: { service }, stateDir, host }) => {
    const { noCredential } = await import('../../shared/failures.ts');
    const { withLock } = await import('../../shared/lock.ts');
    const { checkParents } = await import('../../shared/state-dir.ts');
    const { removeRecord } = await import('../vault-store.ts');
    const dir = { path: stateDir, log: host.log };
    // Without a vault, no directory and no lock is created.
    const removed = checkParents(dir, 'vault/x') && (await withLock(dir, () => removeRecord(dir, service)));
    if (!removed) throw noCredential(service);
    return { json: { ok: true, service } };
  },
});
