import { defineCommand } from '../../shared/define-command.ts';

export const refreshCommand = defineCommand({
  name: 'refresh',
  summary: 'Refresh the tokens of the owner session without human action.',
  output: 'ok, refreshedAt, ownerSessionSub, providerAddress',
  flags: {},
  run: async ({ stateDir, host }) => {
    const { requireKeypair } = await import('../../shared/keypair.ts');
    const { readPassphrase } = await import('../../shared/passphrase.ts');
    const { refreshOwnerSession } = await import('../../shared/refresh-owner-session.ts');
    const dir = { path: stateDir, log: host.log };
    const passphrase = readPassphrase(host);
    const keypair = requireKeypair(dir, passphrase);
    const { refreshedAt, ownerSub, providerAddress } = await refreshOwnerSession(
      dir,
      keypair,
      host,
      passphrase,
      () => true,
    );
    return { json: { ok: true, refreshedAt, ownerSessionSub: ownerSub, providerAddress } };
  },
});
