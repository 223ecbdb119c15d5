import { defineCommand } from '../../shared/define-command.ts';

export const bindCommand = defineCommand({
  name: 'bind',
  summary: "Wait for the owner's approval and bind the agent's key to them.",
  output: 'ok, ownerSub, issuer, providerAddress, jkt',
  flags: {
    'timeout-sec': { type: 'number', default: 300, min: 1, max: 86_400, value: 'seconds', help: 'How long to wait.' },
    'poll-interval-ms': {
      type: 'number',
      default: 3000,
      min: 100,
      max: 600_000,
      value: 'ms',
      help: 'Pause between two looks.',
    },
  },
  run: async ({ flags, stateDir, host }) => {
    const { awaitOwner } = await import('../await-owner.ts');
    const { requireKeypair } = await import('../../shared/keypair.ts');
    const { requirePendingAuth } = await import('../pending-auth.ts');
    const { readPassphrase } = await import('../../shared/passphrase.ts');
    const dir = { path: stateDir, note: host.note };
    const passphrase = readPassphrase(host);
    requirePendingAuth(dir);
    const keypair = requireKeypair(dir, passphrase);
    const { ownerSub, issuer, providerAddress } = await awaitOwner(dir, keypair, host, passphrase, {
      timeoutMs: flags['timeout-sec'] * 1000,
      intervalMs: flags['poll-interval-ms'],
    });
    return { json: { ok: true, ownerSub, issuer, providerAddress, jkt: keypair.jkt } };
  },
});
