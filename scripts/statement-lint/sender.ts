/** Statements that a test sends itself, or that its fixtures send. */
export const ofTests = 'tests';

/** Where a function of this repository stands in a line of a stack. */
const place = /\/((?:src|contract-tests|scripts|cli)\/[\w./-]+\.tsx?):\d+/;

/**
 * Returns who sent a statement that no request did, from the stack of the call: `job <file>` with the file of the outermost function of
 * an area, or tests.
 */
export function senderOf(stack: string): string {
  const files = stack.split('\n').flatMap((line) => place.exec(line)?.[1] ?? []);
  if (files.some((file) => /\.test\.tsx?$|^contract-tests\//.test(file))) return ofTests;
  const job = files.findLast((file) => file.startsWith('src/') && !/^src\/(?:runtime|composition)\//.test(file));
  return `job ${job ?? files.at(-1) ?? 'unknown'}`;
}
