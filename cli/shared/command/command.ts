import type { CommandHost } from '../host.ts';
import { type Flags, type FlagValues, parseFlags } from './flags.ts';
import { resolveStateDir, type StateDir } from '../state-dir/state-dir.ts';
import { hasRotationJournal } from '../state-dir/rotation-journal.ts';
import { Failure } from '../failure.ts';

/** An executable: name, version and commands in the order of its help. */
export interface Program {
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  readonly commands: readonly ToolkitCommand[];
  /** Command that runs when none is named; without it, usage is printed. */
  readonly defaultCommand?: string;
}

export const commonFlags = {
  'state-dir': {
    type: 'string',
    value: 'path',
    help: 'Directory of the agent identity; made absolute.',
    defaultText: 'AGENT_ID_STATE_DIR, then ~/.agent-id',
  },
  'ca-file': {
    type: 'string',
    value: 'path',
    help: 'Certificate authorities to trust for https, in addition to the usual ones.',
  },
} as const satisfies Flags;

/** Result of a command: JSON on stdout (exit 1 when `ok` is false), plain text, or only an exit code. */
export type CommandOutcome =
  | { readonly json: Readonly<Record<string, unknown>> }
  | { readonly text: string }
  | { readonly exitCode: number };

interface CommandInput<F extends Flags> {
  readonly flags: FlagValues<F>;
  /** The words after `--`; empty unless the command accepts them. */
  readonly rest: readonly string[];
  /** The state directory, by flag, environment or default. */
  readonly dir: StateDir;
  /** Absolute path of the state directory. */
  readonly stateDir: string;
  readonly host: CommandHost;
}

interface CommandDefinition<F extends Flags> {
  readonly name: string;
  /** One sentence, shown in usage. */
  readonly summary: string;
  /** Members of the JSON on stdout, or a description of other output. */
  readonly output: string;
  readonly flags: F;
  /** Placeholder of the words after `--`, for a command that accepts them. */
  readonly rest?: string;
  /** Imports its modules dynamically, so that every command starts fast. */
  readonly run: (input: CommandInput<F>) => Promise<CommandOutcome>;
}

/** A command for the command line: its tables for help, and a function that runs it. */
export interface ToolkitCommand {
  readonly name: string;
  readonly summary: string;
  readonly output: string;
  /** The command's own flags and the common one. */
  readonly flags: Flags;
  readonly rest: string | undefined;
  readonly execute: (args: readonly string[], host: CommandHost) => Promise<CommandOutcome>;
}

/** Creates a command; its flag table types the flags of `run`. */
export function defineCommand<const F extends Flags>(definition: CommandDefinition<F>): ToolkitCommand {
  const flags = { ...definition.flags, ...commonFlags };
  return {
    name: definition.name,
    summary: definition.summary,
    output: definition.output,
    flags,
    rest: definition.rest,
    execute: async (args, host) => {
      const { values, rest } = parseFlags(flags, args, definition.rest === undefined ? 'no-rest' : 'takes-rest');
      const flagValues: Readonly<Record<string, unknown>> = values;
      if (Object.hasOwn(flags, 'audit')) requireAuditSetting(host.env);
      const named = flagValues['state-dir'];
      const stateDir = resolveStateDir(typeof named === 'string' ? named : undefined, host);
      const dir = {
        path: stateDir,
        log: host.log,
        foreign: flagValues['foreign'] === true,
        signer: host.env['AGENT_ID_SIGNER'] || undefined,
      };
      if (hasRotationJournal(dir)) await (await import('../state-dir/lock.ts')).recoverRotation(dir);
      const run = (trusting: CommandHost) => definition.run({ flags: values, rest, dir, stateDir, host: trusting });
      const caFile = flagValues['ca-file'];
      if (typeof caFile !== 'string') return run(host);
      return (await import('../network/node-fetch.ts')).withCertificateFile(caFile, host, run);
    },
  };
}

/** Flag of commands that can record their use in the audit trail. */
export const auditFlag = {
  audit: {
    type: 'boolean',
    help: 'Record this command in the audit trail, without secrets.',
    defaultText: 'AGENT_ID_AUDIT=all',
  },
} as const satisfies Flags;

/** Use of a command. The payload contains no secret. */
interface RecordedUse {
  /** Executable without its prefix. */
  readonly type: 'auth' | 'core' | 'vault';
  readonly action: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Refuses an unknown AGENT_ID_AUDIT, which could be a misspelled `all`.
 * @throws Failure invalid_flag
 */
function requireAuditSetting({ AGENT_ID_AUDIT: setting = '' }: CommandHost['env']): void {
  if (!['', 'all', 'none'].includes(setting))
    throw new Failure('invalid_flag', `AGENT_ID_AUDIT accepts all or none, not "${setting}".`);
}

/**
 * Records a use before it happens, if wanted.
 * @throws Failure when it cannot be recorded, so that nothing happens unrecorded
 */
export async function recordBefore(
  dir: StateDir,
  host: CommandHost,
  audit: boolean,
  { type, action, payload }: RecordedUse,
): Promise<{ readonly auditSeq?: number }> {
  if (!audit && host.env['AGENT_ID_AUDIT'] !== 'all') return {};
  const { signOperation } = await import('../audit-trail/audit-trail.ts');
  const { seq } = await signOperation(dir, host, { agentId: 'main', type, action, payload, meta: null });
  return { auditSeq: seq };
}

/**
 * Records a use that has happened, if wanted. A use that cannot be recorded is reported on stderr, since it cannot be
 * undone.
 * @returns member of the output; empty when nothing was recorded
 */
export async function recordAfter(
  dir: StateDir,
  host: CommandHost,
  audit: boolean,
  use: RecordedUse,
): Promise<{ readonly auditSeq?: number }> {
  try {
    return await recordBefore(dir, host, audit, use);
  } catch (error) {
    host.log(
      `warning: ${use.action} was not recorded in the audit trail: ${error instanceof Error ? error.message : String(error)}`,
    );
    return {};
  }
}
