import { auditFlag, defineCommand, recordAfter } from '../../shared/command/command.ts';
import { serviceFlag } from '../service-flag.ts';

export const removeCommand = defineCommand({
  name: 'remove',
  summary: 'Delete a stored credential.',
  output: 'ok, service; auditSeq when recorded',
  flags: { ...serviceFlag, ...auditFlag },
  run: async ({ flags: { service, audit }, dir, host }) => {
    const { noCredential } = await import('../../shared/vault-records.ts');
    const { withLock } = await import('../../shared/state-dir/lock.ts');
    const { checkParents } = await import('../../shared/state-dir/state-dir.ts');
    const { removeRecord } = await import('../../shared/vault-records.ts');
    // Without a vault, no directory and no lock is created.
    const removed = checkParents(dir, 'vault/x') && (await withLock(dir, () => removeRecord(dir, service)));
    if (!removed) throw noCredential(service);
    const use = { type: 'vault', action: 'remove', payload: { service } } as const;
    return { json: { ok: true, service, ...(await recordAfter(dir, host, audit, use)) } };
  },
});
