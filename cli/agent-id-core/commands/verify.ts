import { defineCommand } from '../../shared/define-command.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Check the whole audit trail: hashes, signatures, order, and that nothing is missing.',
  output:
    'ok, errorCount, errors [{line, seq, code, message}], operations, agents, ownerSub, head {seq, envelopeHash}; tornBytes when a crash cut the last line short. Exit code 1 when ok is false',
  flags: {},
  run: async ({ stateDir, host }) => {
    const { requireKeyFile } = await import('../../shared/key-file.ts');
    const { verifyTrail } = await import('../audit-verification.ts');
    const dir = { path: stateDir, note: host.note };
    return { json: { ...(await verifyTrail(dir, requireKeyFile(dir))) } };
  },
});
