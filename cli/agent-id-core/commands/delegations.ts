import { auditFlag, defineCommand, recordAfter } from '../../shared/command/command.ts';
import { Failure } from '../../shared/failure.ts';

export const listDelegationsCommand = defineCommand({
  name: 'delegations list',
  summary: 'List the delegations of this agent that a helper used or that were revoked.',
  output: 'ok, delegations [{delegationId, jkt, scope, resource, revoked, lastUsedAt, expiresAt}]',
  flags: {},
  run: async ({ dir, host }) => {
    const { listMadeDelegations } = await import('../made-delegations.ts');
    return { json: { ok: true, delegations: await listMadeDelegations(dir, host) } };
  },
});

export const revokeDelegationCommand = defineCommand({
  name: 'delegations revoke',
  summary: 'Revoke a delegation: services refuse the helper and its helpers within 5 seconds.',
  output: 'ok, delegationId; auditSeq when recorded',
  flags: {
    id: { type: 'string', required: true, value: 'delegationId', help: 'delegationId that core delegate printed.' },
    ...auditFlag,
  },
  run: async ({ flags: { id: delegationId, audit }, dir, host }) => {
    if (!/^[A-Za-z0-9._~-]{1,128}$/.test(delegationId))
      throw new Failure('invalid_flag', `--id accepts the delegationId of core delegate, not "${delegationId}".`);
    const { revokeMadeDelegation } = await import('../made-delegations.ts');
    await revokeMadeDelegation(dir, host, delegationId);
    const payload = { delegationId };
    const recorded = await recordAfter(dir, host, audit, { type: 'core', action: 'delegations revoke', payload });
    return { json: { ok: true, delegationId, ...recorded } };
  },
});
