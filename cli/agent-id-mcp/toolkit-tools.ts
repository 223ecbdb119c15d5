import { Writable } from 'node:stream';
import { inputRequired } from '@modelcontextprotocol/server';
import { authCommand, bindCommand } from '../agent-id-core/commands/owner.ts';
import { signCommand } from '../agent-id-core/commands/trail.ts';
import { statusCommand } from '../agent-id-core/commands/status.ts';
import { readPendingAuth } from '../agent-id-core/pending-auth.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import {
  type AgentTool,
  flagWords,
  type RunToolCommand,
  textArgument,
  textArguments,
  toolResult,
  withOutput,
} from './tool.ts';
import { commitCommand } from '../agent-id-git/commands/commit.ts';
import { verifyCommitCommand } from '../agent-id-git/commands/repository.ts';
import { listCommand } from '../agent-id-vault/commands/credentials.ts';
import type { CommandHost } from '../shared/host.ts';

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
        agent_name: {
          type: 'string',
          minLength: 1,
          maxLength: 80,
          description: 'Name of this agent that the owner sees.',
        },
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
      return comparisonCode === undefined
        ? started
        : withOutput(started, { ...Object(started.structuredContent), comparisonCode });
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
    run: async ({ timeout_sec: seconds = 45 }) => {
      const waited = await run(bindCommand, ['--poll-interval-ms=1000', ...flagWords('timeout-sec', seconds)]);
      if (Object(waited.structuredContent)['code'] !== 'no_pending_auth') return waited;
      // The response to an earlier call, which ended the sign-in, may have been lost.
      const status = await run(statusCommand, []);
      return Object(status.structuredContent)['dpopBound'] === true ? status : waited;
    },
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

const repository = { type: 'string', minLength: 1, maxLength: 4096, description: 'Absolute path of the repository.' };

export const gitTools = (run: RunToolCommand): readonly AgentTool[] => [
  {
    name: 'verify_commit',
    title: 'Verify a commit',
    description: 'Verifies the signature of a commit, and whose agent made it.',
    inputSchema: {
      type: 'object',
      properties: {
        repository,
        commit: { type: 'string', maxLength: 256, default: 'HEAD', description: 'Revision to verify.' },
        range: { type: 'string', maxLength: 512, description: 'Verify every commit of A..B instead.' },
        owner: { type: 'string', maxLength: 256, description: 'Owner that the agent must have.' },
      },
      required: ['repository'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: (args) =>
      run(
        verifyCommitCommand,
        [
          ...flagWords('commit', args['commit']),
          ...flagWords('range', args['range']),
          ...flagWords('owner', args['owner']),
        ],
        textArgument(args, 'repository'),
      ),
  },
  {
    name: 'commit',
    title: 'Commit as this agent',
    description:
      'Commits the staged changes, signed by this agent, with proof of its owner. Stage the changes with git add before.',
    inputSchema: {
      type: 'object',
      properties: {
        repository,
        message: { type: 'string', minLength: 1, maxLength: 20_000, description: 'Commit message.' },
        push: { type: 'boolean', description: 'Push the commit and its proof.' },
        allow_empty: { type: 'boolean', description: 'Allow a commit without changes.' },
      },
      required: ['repository', 'message'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
    run: (args) =>
      run(
        commitCommand,
        [
          ...flagWords('message', args['message']),
          ...flagWords('push', args['push']),
          ...flagWords('allow-empty', args['allow_empty']),
        ],
        textArgument(args, 'repository'),
      ),
  },
];

const maxOutput = 256 * 1024;
const defaultTimeout = 120;

const textOrTexts = (description: string) => ({
  anyOf: [
    { type: 'string', minLength: 1, maxLength: 256 },
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: 256 }, minItems: 1, maxItems: 16 },
  ],
  description,
});

/** Tools for credentials, which are used without being shown. */
export const vaultTools = (run: RunToolCommand, dir: StateDir, host: CommandHost): readonly AgentTool[] => [
  {
    name: 'vault_list',
    title: 'List stored credentials',
    description: 'Names and users of the stored credentials, without the credentials.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: () => run(listCommand, []),
  },
  {
    name: 'vault_exec',
    title: 'Run a command with a credential',
    description:
      'Runs a program with stored credentials in its environment and returns its output with the credentials masked: as they are, and as base64, URL-encoded, hexadecimal or JSON. Masking is no protection from the program: it can transform, store or send a credential. Run only programs that the owner wants to have it.',
    inputSchema: {
      type: 'object',
      properties: {
        service: textOrTexts('Name of a stored credential, or several.'),
        env: textOrTexts('Environment variable of each credential, in the same order.'),
        command: {
          type: 'array',
          items: { type: 'string', maxLength: 20_000 },
          minItems: 1,
          maxItems: 256,
          description: 'Program and arguments; no shell is involved.',
        },
        timeout_sec: {
          type: 'integer',
          minimum: 1,
          maximum: 3600,
          default: defaultTimeout,
          description: 'Seconds after which the program is killed.',
        },
      },
      required: ['service', 'env', 'command'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    run: (args, { signal }) =>
      toolResult(async () => {
        const { execMasked } = await import('../agent-id-vault/exec-masked.ts');
        const [stdout, stderr] = [collectOutput(maxOutput), collectOutput(maxOutput)];
        const seconds = typeof args['timeout_sec'] === 'number' ? args['timeout_sec'] : defaultTimeout;
        const timeout = AbortSignal.timeout(seconds * 1000);
        const exitCode = await execMasked(
          dir,
          host,
          {
            services: textArguments(args, 'service'),
            names: textArguments(args, 'env'),
            command: textArguments(args, 'command'),
            audit: false,
          },
          // Standard input belongs to the client.
          {
            stdin: 'ignore',
            stdout: stdout.stream,
            stderr: stderr.stream,
            signal: AbortSignal.any([signal, timeout]),
          },
        );
        return {
          ok: exitCode === 0,
          exitCode,
          stdout: stdout.text(),
          stderr: stderr.text(),
          ...((stdout.truncated() || stderr.truncated()) && { truncated: true }),
          ...(timeout.aborted && { timedOut: true }),
        };
      }),
  },
];

/** @param maxBytes that are kept; the rest is dropped, so that a command never waits for its reader */
function collectOutput(maxBytes: number) {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (size < maxBytes) chunks.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8'), truncated: () => size > maxBytes };
}
