import { defineCommand } from '../../shared/command/command.ts';

export const askCommand = defineCommand({
  name: 'ask',
  summary:
    'Ask the owner to approve something, and record the signed receipt of the decision in the audit trail. The same question continues one whose decision was not printed yet.',
  output:
    'ok, decision (approved, rejected, expired; pending without --wait, or when the time is over), authReqId; expiresAt and link (where the owner decides) while pending; receipt (a JWT), authorizationDetails and auditSeq once decided',
  flags: {
    type: { type: 'string', value: 'type', help: 'Type of the details: payment, action or delegation.' },
    details: {
      type: 'string',
      value: 'json',
      help: 'Members of the details, such as {"action":"deploy","target":"production","description":"Release 4"}.',
    },
    message: { type: 'string', value: 'text', help: 'At most 60 characters that the owner sees.' },
    resource: { type: 'string', value: 'url', help: 'The service that the approval is for.' },
    wait: { type: 'boolean', help: 'Wait for the decision.' },
    new: { type: 'boolean', help: 'Ask anew even when the decision of the same question was not printed yet.' },
    'timeout-sec': {
      type: 'number',
      value: 'seconds',
      default: 300,
      min: 1,
      max: 600,
      help: 'Seconds for which the owner can decide, and for which --wait waits.',
    },
  },
  run: async ({ flags, dir, host }) => {
    const { askOwner } = await import('../approvals.ts');
    const { type, details, message, resource, wait, new: again, 'timeout-sec': seconds } = flags;
    const question = { type, details, message, resource, expiry: seconds };
    return {
      json: { ok: true, ...(await askOwner(dir, host, question, { waitMs: wait ? seconds * 1000 : 0, again })) },
    };
  },
});

export const listApprovalsCommand = defineCommand({
  name: 'approvals list',
  summary: 'List what this agent asked its owner and what was decided, newest first.',
  output:
    'ok, approvals [{authReqId, decision (pending, approved, rejected, expired), askedAt, expiresAt, message, resource, authorizationDetails, decidedAt, decidedBy, receipt, seq}]; seq is the entry of the audit trail with the receipt; agent-id-core verify verifies the receipts',
  flags: {
    limit: { type: 'number', value: 'count', default: 100, min: 1, max: 10_000, help: 'The newest to list.' },
  },
  run: async ({ flags, dir, host }) => {
    const { listApprovals } = await import('../list-approvals.ts');
    return { json: { ok: true, approvals: await listApprovals(dir, host, flags.limit) } };
  },
});
