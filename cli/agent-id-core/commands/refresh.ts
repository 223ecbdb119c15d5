import { defineCommand } from '../../shared/define-command.ts';

export const refreshCommand = defineCommand({
  name: 'refresh',
  summary: "Renew the owner session's tokens at the provider; no human action.",
  output: 'ok, refreshedAt, ownerSessionSub, providerAddress',
  flags: {},
  run: async ({ stateDir, host }) => {
    const { requireKeypair } = await import('../../shared/keypair.ts');
    const { readPassphrase } = await import('../../shared/passphrase.ts');
    const { refreshSession } = await import('../../shared/refresh-session.ts');
    const dir = { path: stateDir, note: host.note };
    const passphrase = readPassphrase(host);
    const keypair = requireKeypair(dir, passphrase);
    const { refreshedAt, ownerSub, providerAddress } = await refreshSession(dir, keypair, host, passphrase, () => true);
    return { json: { ok: true, refreshedAt, ownerSessionSub: ownerSub, providerAddress } };
  },
});
