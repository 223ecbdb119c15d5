import { defineCommand } from '../../shared/define-command.ts';
import { agentNameFlag, approvalTimeoutFlag, oidcOriginFlag } from '../provider-flags.ts';

export const rotateCommand = defineCommand({
  name: 'rotate',
  summary:
    'Replace the key: show the link and QR code, wait for the owner to approve the new key, then re-encrypt the vault and revoke the old session. Run it again to continue after an interruption.',
  output:
    'ok, jkt, previousJkt, ownerSub, oldSessionRevoked (false: run it again, or have the owner revoke it); auditSeq of the succession entry',
  flags: {
    ...approvalTimeoutFlag,
    ...oidcOriginFlag,
    ...agentNameFlag,
  },
  run: async ({ flags, dir, host }) => {
    const { agentName } = await import('../agent-name.ts');
    const { rotateKey } = await import('../rotation/rotate-key.ts');
    const { retireSession } = await import('../rotation/retire-session.ts');
    const { readOwnerSession } = await import('../../shared/owner-session.ts');
    const { requireKeyFile } = await import('../../shared/key-file.ts');
    const { readPassphrase } = await import('../../shared/passphrase.ts');
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
