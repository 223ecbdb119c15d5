import { defineCommand } from '../../shared/define-command.ts';

export const bindCommand = defineCommand({
  name: 'bind',
  summary: 'Wait for the approval of the owner and bind the agent key to the owner.',
  output: 'ok, ownerSub, issuer, providerAddress, jkt',
  flags: {
    'timeout-sec': {
      type: 'number',
      default: 300,
      min: 0,
      max: 86_400,
      value: 'seconds',
      help: 'Time to wait for the approval; 0 polls once.',
    },
    'poll-interval-ms': {
      type: 'number',
      default: 3000,
      min: 100,
      max: 600_000,
      value: 'ms',
      help: 'Time between two polls.',
    },
  },
  run: async ({ flags, stateDir, host }) => {
    const { waitForOwner } = await import('../wait-for-owner.ts');
    const { requireKeypair } = await import('../../shared/keypair.ts');
    const { requirePendingAuth } = await import('../pending-auth.ts');
    const { readPassphrase } = await import('../../shared/passphrase.ts');
    const dir = { path: stateDir, log: host.log };
    const passphrase = readPassphrase(host);
    requirePendingAuth(dir);
    const keypair = requireKeypair(dir, passphrase);
    const { ownerSub, issuer, providerAddress } = await waitForOwner(dir, keypair, host, passphrase, {
      timeoutMs: flags['timeout-sec'] * 1000,
      intervalMs: flags['poll-interval-ms'],
    });
    return { json: { ok: true, ownerSub, issuer, providerAddress, jkt: keypair.jkt } };
  },
});
