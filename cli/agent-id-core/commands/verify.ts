import { defineCommand } from '../../shared/define-command.ts';

export const verifyTrailCommand = defineCommand({
  name: 'verify',
  summary: 'Verify the whole audit trail: hashes, signatures, order and completeness.',
  output:
    'ok, errorCount, errors [{line, seq, code, message}], operations, agents, ownerSub, head {seq, envelopeHash}; tornBytes when a crash left an incomplete last line. Exit code 1 when ok is false',
  flags: {},
  run: async ({ stateDir, host }) => {
    const { requireKeyFile } = await import('../../shared/key-file.ts');
    const { verifyTrail } = await import('../audit-verification.ts');
    const dir = { path: stateDir, log: host.log };
    return { json: { ...(await verifyTrail(dir, requireKeyFile(dir))) } };
  },
});
