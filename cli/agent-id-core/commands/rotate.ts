import { defineCommand } from '../../shared/command/command.ts';
import { agentNameFlag, approvalTimeoutFlag, oidcOriginFlag } from '../provider-flags.ts';

export const rotateCommand = defineCommand({
  name: 'rotate',
  summary:
    'Replace the key: show the link and QR code, wait for the owner to approve the new key, then re-encrypt the vault and revoke the old session. Run it again to continue after an interruption.',
  output:
    'ok, jkt, previousJkt, ownerSub, oldSessionRevoked (false: run it again, or have the owner revoke it); auditSeq of the succession entry; with --abandon: ok, jkt, previousJkt, archive (folder of the former audit trail), next',
  flags: {
    ...approvalTimeoutFlag,
    ...oidcOriginFlag,
    ...agentNameFlag,
    abandon: {
      type: 'boolean',
      help: 'Give up a key that is stolen or cannot be bound: a new key at once, with the vault and without a succession. Run bootstrap afterwards.',
    },
  },
  run: async ({ flags, dir, host }) => {
    const { agentName } = await import('../agent-name.ts');
    const { rotateKey } = await import('../rotation/rotate-key.ts');
    const { retireSession } = await import('../rotation/retire-session.ts');
    const { readOwnerSession } = await import('../../shared/owner-session/owner-session.ts');
    const { requireKeyFile } = await import('../../shared/keypair/key-file.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    if (flags.abandon) {
      const { abandonKey } = await import('../rotation/abandon-key.ts');
      await retireSession(dir, host);
      return { json: { ok: true, ...(await abandonKey(dir, host)), next: 'agent-id-core bootstrap' } };
    }
    // An earlier run replaced the key, and its old session is not revoked yet.
    const earlier = await retireSession(dir, host);
    if (earlier) {
      const { previousJkt, revoked } = earlier;
      const { ownerSub = null } = (await readOwnerSession(dir, readPassphrase(host))) ?? {};
      const { jkt } = requireKeyFile(dir);
      return { json: { ok: true, jkt, previousJkt, ownerSub, oldSessionRevoked: revoked } };
    }
    const previousJkt = requireKeyFile(dir).jkt;
    const { jkt, ownerSub, auditSeq } = await rotateKey(dir, host, {
      origin: flags['oidc-origin'],
      agentName: agentName(flags['agent-name']),
      timeoutMs: flags['timeout-sec'] * 1000,
      intervalMs: 3000,
    });
    const { revoked = false } = (await retireSession(dir, host)) ?? {};
    return {
      json: { ok: true, jkt, previousJkt, ownerSub, oldSessionRevoked: revoked, ...(auditSeq && { auditSeq }) },
    };
  },
});
