import { validationFailed } from '../errors.ts';

/**
 * Removes white space around a text. The contract has already checked length, NUL and emptiness. Unpaired surrogates
 * are rejected, because UTF-8 cannot encode them; JSON can carry them as escapes.
 *
 * @param member name of the body member, for the error
 * @throws DomainError validation_failed
 */
export function normalizeText(member: string, text: string): string {
  if (!text.isWellFormed()) {
    throw validationFailed(
      `${member} has an unpaired surrogate (\\uD800 to \\uDFFF), which is no character. Remove it.`,
    );
  }
  return text.trim();
}
