import { validationFailed } from './errors.ts';

/**
 * What people wrote, as it is kept: without white space around it. The contract has seen to length, NUL and
 * emptiness; half of a surrogate pair is no character, cannot be stored as UTF-8, and passes JSON only as an escape.
 *
 * @param member where it stood in the body, for the refusal
 * @throws DomainError validation_failed
 */
export function tidyText(member: string, text: string): string {
  if (!text.isWellFormed()) {
    throw validationFailed(
      `${member} has an unpaired surrogate (\\uD800 to \\uDFFF), which is no character. Remove it.`,
    );
  }
  return text.trim();
}
