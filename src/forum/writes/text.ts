import { sha256Base64url } from '#sha256';
import { validationFailed } from '../errors.ts';
import { canonicalJson } from '../../protocol/canonical-json.ts';

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

/** An Idempotency-Key with the digest of the request that it was sent with. */
export interface Idempotency {
  readonly key: string;
  /** SHA-256 of the request, base64url. */
  readonly requestHash: string;
}

/**
 * @param request operation and input, after its texts are normalized
 * @returns undefined without a key
 */
export function idempotencyOf(key: string | undefined, request: readonly unknown[]): Idempotency | undefined {
  if (key === undefined) return undefined;
  return { key, requestHash: textHash(canonicalJson(request)) };
}

/** SHA-256 of the UTF-8 of a text, base64url. */
export const textHash = (text: string): string => sha256Base64url(text);
