import { defineCommand } from '../../shared/define-command.ts';
import { auditFlag, recordAfter } from '../../shared/record-use.ts';

export const refreshCommand = defineCommand({
  name: 'refresh',
  summary: 'Refresh the tokens of the owner session without human action.',
  output: 'ok, refreshedAt, ownerSessionSub, providerAddress; auditSeq when recorded',
  flags: auditFlag,
  run: async ({ flags, dir, host }) => {
    const { requireKeypair } = await import('../../shared/keypair.ts');
    const { readPassphrase } = await import('../../shared/passphrase.ts');
    const { refreshOwnerSession } = await import('../../shared/refresh-owner-session.ts');
    const passphrase = readPassphrase(host);
    const keypair = requireKeypair(dir, passphrase);
    const { issuer, refreshedAt, ownerSub, providerAddress } = await refreshOwnerSession(
      dir,
      keypair,
      host,
      passphrase,
      () => true,
    );
    const payload = { issuer, providerAddress };
    const recorded = await recordAfter(dir, host, flags.audit, { type: 'core', action: 'refresh', payload });
    return { json: { ok: true, refreshedAt, ownerSessionSub: ownerSub, providerAddress, ...recorded } };
  },
});
