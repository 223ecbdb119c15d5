import { defineCommand } from '../../shared/command/command.ts';
import { readPassphrase } from '../../shared/keypair/passphrase.ts';

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Create the Ed25519 key of the agent, or load the existing one.',
  output: 'ok, fingerprint, publicKeyPem, stateDir',
  flags: {},
  run: async ({ dir, stateDir, host }) => {
    const { initIdentity } = await import('../init-identity.ts');
    const { fingerprint, publicKeyPem } = await initIdentity(dir, readPassphrase(host), Math.floor(host.now() / 1000));
    return { json: { ok: true, fingerprint, publicKeyPem, stateDir } };
  },
});
