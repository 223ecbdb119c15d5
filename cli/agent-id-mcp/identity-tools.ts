import { type CallToolResult, inputRequired } from '@modelcontextprotocol/server';
import { authCommand, bindCommand } from '../agent-id-core/commands/owner.ts';
import { signCommand } from '../agent-id-core/commands/trail.ts';
import { statusCommand } from '../agent-id-core/commands/status.ts';
import { readPendingAuth } from '../agent-id-core/pending-auth.ts';
import { toJsonText } from '../shared/json.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { type AgentTool, flagWords, type RunToolCommand } from './tool.ts';

/** Tools for the agent's key, its owner and its audit trail. */
export const identityTools = (run: RunToolCommand, dir: StateDir): readonly AgentTool[] => [
  {
    name: 'identity_status',
    title: 'Identity status',
    description:
      'Whether this agent has a key and is bound to its owner. Call it first; dpopBound must be true before signed calls.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: () => run(statusCommand, []),
  },
  {
    name: 'sign_in',
    title: 'Ask the owner to approve this agent',
    description:
      'Starts a sign-in, or continues the pending one. Show deepLink or qrCode and comparisonCode to the owner, then call wait_for_owner. Never open the link yourself: only the owner approves.',
    inputSchema: {
      type: 'object',
      properties: {
        agent_name: { type: 'string', maxLength: 64, description: 'Name of this agent that the owner sees.' },
        provider_address: {
          type: 'string',
          maxLength: 2048,
          description: 'Provider address (client_id) of the application that signs in.',
        },
        service: {
          type: 'string',
          maxLength: 2048,
          description:
            'Address of the service to sign in for; it names its provider. Only one that you were asked to use.',
        },
        accept_provider: {
          type: 'boolean',
          description:
            'Accept a provider on another origin than the service, after your user said that it is the right one.',
        },
        sso_url: { type: 'string', maxLength: 2048, description: 'Base URL of the sign-in provider.' },
        new: { type: 'boolean', description: 'Start another sign-in even when one is pending.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    run: async (args, call) => {
      const started = await run(authCommand, [
        ...flagWords('agent-name', args['agent_name']),
        ...flagWords('provider-address', args['provider_address']),
        ...flagWords('sso-url', args['sso_url']),
        ...flagWords('service', args['service']),
        ...flagWords('accept-provider', args['accept_provider'] === true),
        // The client repeats the call after it asked its user; the sign-in stays the same.
        ...flagWords('new', args['new'] === true && !call.elicited),
      ]);
      if (started.isError) return started;
      const { deepLink, comparisonCode } = readPendingAuth(dir) ?? {};
      if (call.opensUrls && !call.elicited && deepLink !== undefined) {
        const compare = comparisonCode === undefined ? '' : ` The page shows the code ${comparisonCode}.`;
        const message = `Approve this agent at your sign-in provider.${compare}`;
        return inputRequired({ inputRequests: { approval: inputRequired.elicitUrl({ message, url: deepLink }) } });
      }
      return withComparisonCode(started, comparisonCode);
    },
  },
  {
    name: 'wait_for_owner',
    title: 'Wait for the approval',
    description:
      'Waits until the owner has decided about the sign-in, then binds the key to the owner. With the code bind_timeout, call it again.',
    inputSchema: {
      type: 'object',
      properties: {
        timeout_sec: { type: 'integer', minimum: 0, maximum: 300, default: 45, description: 'Seconds to wait.' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    run: ({ timeout_sec: seconds = 45 }) =>
      run(bindCommand, ['--poll-interval-ms=1000', ...flagWords('timeout-sec', seconds)]),
  },
  {
    name: 'sign_statement',
    title: 'Sign a statement',
    description:
      'Signs an action with its details and appends it to the audit trail of this agent, which cannot be undone.',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', minLength: 1, maxLength: 200, description: 'What was done, such as file.write.' },
        payload: { description: 'Details as JSON. Write no secrets.' },
        type: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          default: 'statement',
          description: 'Kind of the action.',
        },
      },
      required: ['action', 'payload'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    run: ({ action, payload, type = 'statement' }) =>
      run(signCommand, [
        ...flagWords('type', type),
        ...flagWords('action', action),
        `--payload=${JSON.stringify(payload)}`,
      ]),
  },
];

function withComparisonCode(result: CallToolResult, comparisonCode: string | undefined): CallToolResult {
  const output = { ...Object(result.structuredContent), ...(comparisonCode !== undefined && { comparisonCode }) };
  return { ...result, content: [{ type: 'text', text: toJsonText(output) }], structuredContent: output };
}
