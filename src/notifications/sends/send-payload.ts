import { sha256 } from '#sha256';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import { utf8 } from '../../protocol/bytes.ts';
import { invalidField, tooLong } from '../errors.ts';

/** Body of a send that the contract accepts. */
export interface SendPayload {
  readonly sessionAddress: string;
  readonly body: string;
  readonly startParam?: string;
  readonly test?: string;
}

/** Maximum length of startParam, bytes in UTF-8. */
const maxStartParamBytes = 256;

/**
 * Checks rules that JSON Schema cannot express: texts are well-formed Unicode, and startParam is limited in bytes.
 *
 * @throws DomainError 1001 or 413
 */
export function checkPayload({ sessionAddress, body, startParam, test }: SendPayload): void {
  for (const [field, text] of Object.entries({ sessionAddress, body, startParam, test })) {
    if (text?.isWellFormed() === false) {
      throw invalidField(field, 'unicode', `${field} contains a lone surrogate; send well-formed Unicode.`);
    }
  }
  const bytes = startParam === undefined ? 0 : utf8(startParam).length;
  if (bytes > maxStartParamBytes) {
    throw tooLong('startParam', `startParam has ${bytes} bytes in UTF-8; at most ${maxStartParamBytes} are allowed.`);
  }
}

/** Hash of the canonical JSON (RFC 8785): whitespace and the order of members do not matter. */
export const payloadHash = (payload: SendPayload): string => encodeBase64url(sha256(canonicalJson(payload)));

/** Hash that identifies duplicate bodies: equal code points. */
export const bodyHash = (body: string): string => encodeBase64url(sha256(body));

/** Parses the start of a range. @throws DomainError 400 for a time that no clock shows, such as a leap second */
export function parseSince(since: string): Date {
  const time = new Date(since);
  if (Number.isNaN(time.getTime())) {
    throw invalidField('since', 'format', `since is not a time that can be compared: ${since}.`);
  }
  // Nothing is older than the Unix epoch, and PostgreSQL has no year 0.
  return time.getTime() < 0 ? new Date(0) : time;
}
