import { defineCommand } from '../../shared/define-command.ts';
import { readPassphrase } from '../../shared/passphrase.ts';

export const exportProofCommand = defineCommand({
  name: 'export-proof',
  summary: 'Print the owner session and the complete audit trail.',
  output: 'exportedAt, stateDir, ownerSession, operations',
  flags: {
    'include-tokens': {
      type: 'boolean',
      help: 'Include access and refresh token; by default only the id_token is printed.',
    },
  },
  run: async ({ flags, stateDir, host }) => {
    const { requireKeyFile } = await import('../../shared/key-file.ts');
    const { readOwnerSession } = await import('../../shared/owner-session.ts');
    const { boundJkt } = await import('../../shared/token-claims.ts');
    const { readAuditOperations: readOperations } = await import('../audit-export.ts');
    const dir = { path: stateDir, log: host.log };
    const { jkt } = requireKeyFile(dir);
    const stored = await readOwnerSession(dir, readPassphrase(host));
    const session = stored && boundJkt(stored.idToken) === jkt ? stored : undefined;
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
        operations: await readOperations(dir),
      },
    };
  },
});
