import { auditFlag, defineCommand, recordAfter } from '../../shared/command/command.ts';
import { approvalTimeoutFlag } from '../provider-flags.ts';

export const bindCommand = defineCommand({
  name: 'bind',
  summary: 'Wait for the approval of the owner and bind the agent key to the owner.',
  output: 'ok, ownerSub, issuer, providerAddress, jkt; auditSeq when recorded',
  flags: {
    ...approvalTimeoutFlag,
    'poll-interval-ms': {
      type: 'number',
      default: 3000,
      min: 100,
      max: 600_000,
      value: 'ms',
      help: 'Time between two polls.',
    },
    ...auditFlag,
  },
  run: async ({ flags, dir, host }) => {
    const { waitForOwner } = await import('../wait-for-owner.ts');
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { requirePendingAuth } = await import('../pending-auth.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const passphrase = readPassphrase(host);
    requirePendingAuth(dir);
    const keypair = requireKeypair(dir, passphrase);
    const { ownerSub, issuer, providerAddress } = await waitForOwner(dir, keypair, host, passphrase, {
      timeoutMs: flags['timeout-sec'] * 1000,
      intervalMs: flags['poll-interval-ms'],
    });
    const payload = { issuer, providerAddress };
    const recorded = await recordAfter(dir, host, flags.audit, { type: 'core', action: 'bind', payload });
    return { json: { ok: true, ownerSub, issuer, providerAddress, jkt: keypair.jkt, ...recorded } };
  },
});
