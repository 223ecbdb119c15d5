import type { Flags, FlagValues } from './flags.ts';
import type { StateDir } from './state-dir.ts';

/** Environment of a command. The entry of the executable creates it; tests replace parts of it. */
export interface CommandHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home directory of the user. */
  readonly home: string;
  readonly cwd: string;
  /** Directory of the executable, which may contain default-provider.txt. */
  readonly programDir: string;
  /** Absolute path of --ca-file. */
  readonly caFile?: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Cryptographically random bytes. */
  readonly randomBytes: (size: number) => Buffer;
  /** Waits for some milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Writes one line of progress or warning to stderr; what steers a terminal is removed from it before. */
  readonly log: (text: string) => void;
}

/** Flags of every command. */
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

export interface CommandInput<F extends Flags> {
  readonly flags: FlagValues<F>;
  /** The words after `--`; empty unless the command accepts them. */
  readonly rest: readonly string[];
  /** The state directory, by flag, environment or default. */
  readonly dir: StateDir;
  /** Absolute path of the state directory. */
  readonly stateDir: string;
  readonly host: CommandHost;
}

export interface CommandDefinition<F extends Flags> {
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
