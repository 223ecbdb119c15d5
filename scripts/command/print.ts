import { terminalJson, terminalText } from '../../src/protocol/terminal-text.ts';

// Commands of this folder's programs print through these functions: names, messages and errors of services, databases and
// requests are texts of others, which must not steer the terminal.

/** Prints lines to standard output. */
export const print = (text: string): void => console.log(terminalText(text));

/** Prints progress or a problem to standard error. */
export const printNote = (text: string): void => console.error(terminalText(text));

/** Prints a result as JSON, on one line unless `indent` is given. */
export const printJson = (value: unknown, indent?: number): void =>
  console.log(terminalJson(JSON.stringify(value, null, indent)));
