import { Writable } from 'node:stream';
import { listCommand } from '../agent-id-vault/commands/credentials.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { type AgentTool, type RunToolCommand, textArguments, toolResult } from './tool.ts';
import type { CommandHost } from '../shared/host.ts';

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

/** A stream that keeps the beginning of what is written to it. */
export interface CollectedOutput {
  readonly stream: Writable;
  readonly text: () => string;
  readonly truncated: () => boolean;
}

/** @param maxBytes that are kept; the rest is dropped, so that a command never waits for its reader */
function collectOutput(maxBytes: number): CollectedOutput {
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
