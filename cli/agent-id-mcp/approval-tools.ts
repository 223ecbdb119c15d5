import { inputRequired } from '@modelcontextprotocol/server';
import { listApprovalsCommand } from '../agent-id-core/commands/approvals.ts';
import type { CommandHost } from '../shared/host.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { type AgentTool, type RunToolCommand, textArgument, toolResult } from './tool.ts';

/** Seconds for which the owner can decide; a call of the tool waits for a part of them. */
const expiry = 600;

/** Tools with which an agent asks its owner before it acts. */
export const approvalTools = (run: RunToolCommand, dir: StateDir, host: CommandHost): readonly AgentTool[] => [
  {
    name: 'ask_owner',
    title: 'Ask the owner to approve an action',
    description:
      'Asks the owner to approve a payment, an action or a delegation, and waits for the decision. Call it before you pay, deploy or delete something that your owner did not order. While decision is pending, show link to the owner and call it again with the same arguments: the request stays the same. Go on only when decision is approved; rejected and expired mean no. Never open the link yourself.',
    inputSchema: {
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['payment', 'action', 'delegation'], description: 'Kind of the request.' },
        details: {
          type: 'object',
          description:
            'Members by type: payment {amount, token, payee, productId?}, action {action, target, description, digest?}, delegation {jkt, scope, ttl}.',
        },
        message: { type: 'string', minLength: 1, maxLength: 60, description: 'What the owner reads in addition.' },
        resource: { type: 'string', maxLength: 2048, description: 'Address of the service that the approval is for.' },
        timeout_sec: { type: 'integer', minimum: 0, maximum: 300, default: 45, description: 'Seconds to wait.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    run: async (args, call) => {
      const { askOwner } = await import('../agent-id-core/approvals.ts');
      const { details, timeout_sec: seconds = 45 } = args;
      const question = {
        type: textArgument(args, 'type'),
        details: details === undefined ? undefined : JSON.stringify(details),
        message: textArgument(args, 'message'),
        resource: textArgument(args, 'resource'),
        expiry,
      };
      const asks = call.opensUrls && !call.elicited;
      let url: string | undefined;
      const answer = await toolResult(async () => {
        const asked = await askOwner(dir, host, question, { waitMs: asks ? 0 : Number(seconds) * 1000, again: false });
        url = asked.link;
        return { ok: true, ...asked };
      });
      if (!asks || url === undefined) return answer;
      const message = 'Decide about the request of this agent at your sign-in provider.';
      return inputRequired({ inputRequests: { decision: inputRequired.elicitUrl({ message, url }) } });
    },
  },
  {
    name: 'list_approvals',
    title: 'List requests to the owner',
    description: 'What this agent asked its owner and what was decided, newest first, with the signed receipts.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: () => run(listApprovalsCommand, ['--limit=20']),
  },
];
