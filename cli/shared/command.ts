import type { Flags, FlagValues } from './flags.ts';

/** What a command sees of the world; built once by the executable's entry, replaced piece by piece in tests. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home directory of the user. */
  readonly home: string;
  readonly cwd: string;
  /** Directory of the executable, where default-provider.txt may lie. */
  readonly programDir: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Cryptographically random bytes. */
  readonly randomBytes: (size: number) => Buffer;
  /** Waits; rejects when the signal aborts. */
  readonly sleep: (ms: number) => Promise<void>;
  /** One line of progress or warning, on stderr. */
  readonly note: (text: string) => void;
}

/** The flag that every command takes. */
export const stateDirFlag = {
  'state-dir': {
    type: 'string',
    value: 'path',
    help: 'Directory of the agent identity; made absolute.',
    defaultText: 'AGENT_ID_STATE_DIR, then ~/.agent-id',
  },
} as const satisfies Flags;

/** What a command answers: JSON on stdout (exit 1 when `ok` is false), plain text, or only an exit code. */
export type Outcome =
  | { readonly json: Readonly<Record<string, unknown>> }
  | { readonly text: string }
  | { readonly exitCode: number };

export interface CommandInput<F extends Flags> {
  readonly flags: FlagValues<F>;
  /** The words after `--`; empty unless the command takes them. */
  readonly rest: readonly string[];
  /** Absolute path of the state directory, by flag, environment or default. */
  readonly stateDir: string;
  readonly host: Host;
}

export interface CommandDefinition<F extends Flags> {
  readonly name: string;
  /** One sentence, shown in usage. */
  readonly summary: string;
  /** The members of the JSON on stdout, or what stands there instead. */
  readonly output: string;
  readonly flags: F;
  /** How the words after `--` are called, for a command that takes them. */
  readonly rest?: string;
  /** Heavy parts are imported inside, so that every command starts fast. */
  readonly run: (input: CommandInput<F>) => Promise<Outcome>;
}

/** A command as the command line drives it: its table for help, and one way to run it. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly output: string;
  /** The command's own flags and the common one. */
  readonly flags: Flags;
  readonly rest: string | undefined;
  readonly execute: (args: readonly string[], host: Host) => Promise<Outcome>;
}
