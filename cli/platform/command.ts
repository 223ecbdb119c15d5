import { Command } from '@commander-js/extra-typings';

export interface Output {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line for people on standard output; nothing with `--json`. */
  readonly line: (text: string) => void;
  /** Progress for people on standard error, whatever the format. */
  readonly note: (text: string) => void;
  /** The result: with `--json` the one object `{ok: true, …}`, otherwise a text, or a row per member. */
  readonly result: (value: object, text?: string) => void;
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

interface Description {
  /** One sentence for the list of commands. */
  readonly summary: string;
  /** Further text of its help: what it reads and writes. */
  readonly details?: string;
  readonly examples: readonly string[];
}

/** Paragraphs; their lines are wrapped at the width of the terminal. */
const paragraphs = (...texts: readonly (string | undefined)[]): string =>
  texts.flatMap((text) => (text === undefined ? [] : [text.replaceAll('\n', ' ')])).join('\n\n');

const exampleText = (examples: readonly string[]): string =>
  `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}\n`;

/** Creates a command that only has subcommands. */
export const describeGroup = (name: string, { summary, details, examples }: Description) =>
  new Command(name)
    .summary(summary)
    .description(paragraphs(summary, details))
    .addHelpText('after', exampleText(examples));

/** Creates a command with the flag of every command, and examples in its help. */
export const describeCommand = (name: string, description: Description) =>
  describeGroup(name, description).option('--json', 'print one JSON object instead of text');
