import { defineCommand } from '../../shared/command/command.ts';

export const anchorCommand = defineCommand({
  name: 'anchor',
  summary: 'Have the provider attest the last entry of the audit trail, so that a replaced trail is noticed.',
  output: 'ok, seq, envelopeHash, attestedAt',
  flags: {},
  run: async ({ dir, host }) => {
    const { anchorTrail } = await import('../anchor/anchor-trail.ts');
    return { json: { ok: true, ...(await anchorTrail(dir, host)) } };
  },
});
