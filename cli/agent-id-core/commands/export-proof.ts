import { defineCommand } from '../../shared/command/command.ts';
import { readPassphrase } from '../../shared/keypair/passphrase.ts';
import { foreignFlag } from '../trail/trail-flags.ts';

export const exportProofCommand = defineCommand({
  name: 'export-proof',
  summary: 'Print the owner session and the complete audit trail, with all that verify --proof needs.',
  output:
    'exportedAt, stateDir, ownerSession, operations, agentJwk, retiredJwks, checkpoint, idTokens (every id_token that an entry refers to), anchors',
  flags: {
    'include-tokens': {
      type: 'boolean',
      help: 'Include access and refresh token; by default only id_tokens are printed.',
    },
    ...foreignFlag,
  },
  run: async ({ flags, dir, stateDir, host }) => {
    const { requireKeyFile } = await import('../../shared/keypair/key-file.ts');
    const { readOwnerSession } = await import('../../shared/owner-session/owner-session.ts');
    const { boundJkt } = await import('../../shared/owner-session/owner-session.ts');
    const { exportEvidence } = await import('../proof/export-proof.ts');
    const identity = requireKeyFile(dir);
    const stored = await readOwnerSession(dir, readPassphrase(host));
    const session = stored && boundJkt(stored.idToken) === identity.jkt ? stored : undefined;
    const redacted = '[redacted]';
    const ownerSession =
      session && !flags['include-tokens']
        ? { ...session, accessToken: redacted, refreshToken: session.refreshToken === null ? null : redacted }
        : session;
    return {
      json: {
        exportedAt: Math.floor(host.now() / 1000),
        stateDir,
        ownerSession: ownerSession ?? null,
        ...(await exportEvidence(dir, identity, session?.idToken)),
      },
    };
  },
});
