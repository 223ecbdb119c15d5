import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { CallToolResult, InputRequiredResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { ToolkitCommand } from '../shared/command/command.ts';
import { Failure } from '../shared/failure.ts';
import { toJsonText } from '../shared/json.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import type { CommandHost } from '../shared/host.ts';

export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** Arguments of a tool, validated by its schema. */
export type ToolArguments = Readonly<Record<string, unknown>>;

interface ToolCall {
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Whether the client opens a URL for its user when asked (URL mode elicitation). */
  readonly opensUrls: boolean;
  /** Whether the client was asked in an earlier round of this call (elicitation). */
  readonly elicited: boolean;
}

export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly annotations: ToolAnnotations;
  readonly run: (args: ToolArguments, call: ToolCall) => Promise<CallToolResult | InputRequiredResult>;
}

export const textArgument = (args: ToolArguments, name: string): string | undefined => {
  const value = args[name];
  return typeof value === 'string' ? value : undefined;
};

/** Returns the texts of a member that is a list of texts, or one text. */
export const textArguments = (args: ToolArguments, name: string): readonly string[] =>
  [args[name]].flat().filter((value) => typeof value === 'string');

/** Writes a flag for a command line; nothing without a value. A value may begin with a dash. */
export function flagWords(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [`--${name}`];
  return [`--${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`];
}

/** Runs commands of the toolkit inside this process, with its state directory and locks. */
export type RunToolCommand = (
  command: ToolkitCommand,
  args: readonly string[],
  directory?: string,
) => Promise<CallToolResult>;

/** @param host whose streams belong to the client: commands write to neither */
export const createRunToolCommand =
  (dir: StateDir, host: CommandHost): RunToolCommand =>
  (command, args, directory) =>
    toolResult(async () => {
      if (directory !== undefined && !isFolder(directory))
        throw new Failure('invalid_flag', `repository accepts the absolute path of a folder, not "${directory}".`);
      const end = args.includes('--') ? args.indexOf('--') : args.length;
      const line = [...args.slice(0, end), `--state-dir=${dir.path}`, ...args.slice(end)];
      const outcome = await command.execute(line, silentHost(host, directory));
      if ('json' in outcome) return outcome.json;
      return 'text' in outcome ? { ok: true, text: outcome.text } : { ok: outcome.exitCode === 0 };
    });

const isFolder = (path: string): boolean =>
  isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A host without progress lines; the result of a tool says what matters. */
function silentHost(host: CommandHost, directory: string | undefined): CommandHost {
  const { env, now, randomBytes, sleep } = host;
  return {
    env,
    now,
    randomBytes,
    sleep,
    log: () => undefined,
    get home() {
      return host.home;
    },
    get cwd() {
      return directory ?? host.cwd;
    },
    get programDir() {
      return host.programDir;
    },
  };
}

/** Creates the result of a tool from an output with `ok`; failures have the form of the command line. */
export async function toolResult(work: () => Promise<Readonly<Record<string, unknown>>>): Promise<CallToolResult> {
  const printed = await work().catch((error: unknown): Readonly<Record<string, unknown>> => {
    if (error instanceof Failure) return { ok: false, error: error.message, code: error.code, ...error.details };
    const code = error instanceof Error && 'syscall' in error ? 'io_error' : 'internal_error';
    return { ok: false, error: error instanceof Error ? error.message : String(error), code };
  });
  return {
    ...withOutput({ content: [] }, printed),
    ...(printed['ok'] === false && { isError: true }),
  };
}

/** Replaces the output of a result, which is its last content. */
export const withOutput = (result: CallToolResult, output: Readonly<Record<string, unknown>>): CallToolResult => ({
  ...result,
  content: [...result.content.slice(0, -1), { type: 'text', text: toJsonText(output) }],
  structuredContent: output,
});
