import type { Flags } from '../shared/command/flags.ts';

/** A subcommand of `platform`. */
export interface PlatformCommand {
  readonly name: string;
  /** One sentence for the list of commands. */
  readonly summary: string;
  /** Further text of its help: what it reads and writes. */
  readonly details: string;
  readonly examples: readonly string[];
  readonly flags: Flags;
  /** @returns the exit code; undefined for a command that keeps running */
  readonly run: (args: readonly string[], output: Output) => Promise<number | undefined>;
}

/** Where a command writes. */
export interface Output {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line for people on standard output; nothing with `--json`. */
  readonly line: (text: string) => void;
  /** The one object of `--json` on standard output; nothing without it. */
  readonly json: (value: object) => void;
  /** Text on standard output whatever the format: what the command was asked for. */
  readonly text: (text: string) => void;
}

/** Expected failure of a command. */
export class CommandError extends Error {
  readonly code: string;
  /** 2 for wrong usage, 1 for what went wrong. */
  readonly exitCode: 1 | 2;

  constructor(code: string, exitCode: 1 | 2, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Flags of every command. */
export const commonFlags = {
  json: { type: 'boolean', help: 'Print one JSON object instead of text.' },
} as const satisfies Flags;
