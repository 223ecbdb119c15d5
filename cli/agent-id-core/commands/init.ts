import { defineCommand } from '../../shared/define-command.ts';
import { readPassphrase } from '../../shared/passphrase.ts';

export const initCommand = defineCommand({
  name: 'init',
  summary: "Make the agent's Ed25519 key, or load the one that exists.",
  output: 'ok, fingerprint, publicKeyPem, stateDir',
  flags: {},
  run: async ({ stateDir, host }) => {
    const { initIdentity } = await import('../init-identity.ts');
    const dir = { path: stateDir, note: host.note };
    const { fingerprint, publicKeyPem } = await initIdentity(dir, readPassphrase(host), Math.floor(host.now() / 1000));
    return { json: { ok: true, fingerprint, publicKeyPem, stateDir } };
  },
});
