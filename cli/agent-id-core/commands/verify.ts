import { defineCommand } from '../../shared/define-command.ts';

export const verifyCommand = defineCommand({
  name: 'verify',
  summary: 'Check the whole audit trail: hashes, signatures, order, and that nothing is missing.',
  flags: {},
  run: async ({ stateDir, host }) => {
    const { requireKeyFile } = await import('../../shared/key-file.ts');
    const { verifyTrail } = await import('../../shared/audit-verification.ts');
    const dir = { path: stateDir, note: host.note };
    return { json: { ...(await verifyTrail(dir, requireKeyFile(dir))) } };
  },
});
