import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { terminalJson, terminalText } from '../../src/protocol/terminal-text.ts';
import { RefusedError, UndocumentedResponseError } from '../../src/typed-contract/client.ts';

// Commands of this folder's programs print through these functions: names, messages and errors of services, databases and
// requests are texts of others, which must not steer the terminal.

/** Prints lines to standard output. */
export const print = (text: string): void => console.log(terminalText(text));

/** Prints progress or a problem to standard error. */
export const printNote = (text: string): void => console.error(terminalText(text));

/** Prints a result as JSON, on one line unless `indent` is given. */
export const printJson = (value: unknown, indent?: number): void =>
  console.log(terminalJson(JSON.stringify(value, null, indent)));

/** Wrong usage of a command; the message describes the correct usage. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Parses the words of a command. @throws UsageError with `usage` for an unknown flag, and for one without its value */
export function parseWords<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} ${usage}`);
  }
}

/**
 * Runs a command and prints its result as one line of JSON: `{ok: true, …}`, or `{ok: false, error}` with exit code 1. `code`
 * is the error code of the service.
 */
export async function printResult(command: () => Promise<object>): Promise<void> {
  try {
    printJson({ ok: true, ...(await command()) });
  } catch (error) {
    printJson({ ok: false, ...failureOf(error) });
    process.exitCode = 1;
  }
}

/** Describes an error of a command: what a service said, or why it cannot be reached. */
export function failureOf(error: unknown): { readonly error: string; readonly code?: string } {
  if (error instanceof RefusedError) {
    // The provider names a description, the notification service a message.
    const {
      error: code,
      error_description: description,
      message: text = description,
    } = Object(error.body) as Record<string, unknown>;
    return {
      error: typeof text === 'string' ? text : `The service returned HTTP ${error.status}.`,
      ...(typeof code === 'string' && { code }),
    };
  }
  if (error instanceof UndocumentedResponseError)
    return { error: `${error.message}: is that the address of the service?` };
  // The message of fetch is generic; its cause has the reason.
  if (error instanceof TypeError && error.cause instanceof Error)
    return { error: `The service cannot be reached: ${error.cause.message || error.message}.` };
  return { error: error instanceof Error ? error.message : String(error) };
}
