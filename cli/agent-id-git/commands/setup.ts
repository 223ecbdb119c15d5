import { defineCommand } from '../../shared/command/command.ts';

export const setupCommand = defineCommand({
  name: 'setup',
  summary: 'Write the agent key in OpenSSH format and an allowed_signers file. The git configuration is not changed.',
  output: 'ok, privateKeyPath, publicKeyPath, allowedSignersPath, sshPublicKey, jkt; ownerSub when bound',
  flags: {},
  run: async ({ dir, host }) => {
    const { requireKeypair } = await import('../../shared/keypair/keypair.ts');
    const { withLock } = await import('../../shared/state-dir/lock.ts');
    const { ownerReference } = await import('../../shared/audit-trail/audit-trail.ts');
    const { readOwnerSession } = await import('../../shared/owner-session/owner-session.ts');
    const { readPassphrase } = await import('../../shared/keypair/passphrase.ts');
    const { ensureSshFiles } = await import('../ssh-files.ts');
    const passphrase = readPassphrase(host);
    const keypair = requireKeypair(dir, passphrase);
    const { ownerSub } = ownerReference(await readOwnerSession(dir, passphrase), keypair.jkt);
    const paths = await withLock(dir, () => ensureSshFiles(dir, keypair, host));
    return { json: { ok: true, ...paths, jkt: keypair.jkt, ...(ownerSub !== null && { ownerSub }) } };
  },
});
