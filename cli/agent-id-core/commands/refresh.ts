import { auditFlag, defineCommand, recordAfter } from '../../shared/command/command.ts';

export const refreshCommand = defineCommand({
  name: 'refresh',
  summary: 'Refresh the tokens of the owner session without human action.',
  output: 'ok, refreshedAt, ownerSessionSub, providerAddress; auditSeq when recorded',
  flags: auditFlag,
  run: async ({ flags, dir, host }) => {
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { refreshOwnerSession } = await import('../../shared/owner-session/refresh-owner-session.ts');
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
