import { socketProblem } from './system.ts';

/** A check of an installation. */
export interface InstallationCheck {
  /** What is true when the check passes. */
  readonly name: string;
  /** @returns what to do, or undefined when the check passes. An error counts as advice. */
  readonly run: () => Promise<string | undefined>;
}

export interface CheckResult {
  readonly name: string;
  readonly advice: string | undefined;
}

export async function runCheck({ name, run }: InstallationCheck): Promise<CheckResult> {
  try {
    return { name, advice: await run() };
  } catch (error) {
    return { name, advice: reasonOf(error) };
  }
}

/** Returns the line of a result: `ok` and the name, or the name and what to do. */
export const lineOf = ({ name, advice }: CheckResult): string =>
  advice === undefined ? `ok  ${name}` : `${name}: ${advice}`;

/** Returns the message of the innermost cause, which names what fetch and pg only wrap. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const problem = socketProblem(error);
  if (problem !== undefined) return problem;
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
