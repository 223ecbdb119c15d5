import { sha256 } from '#sha256';
import { encodeBase64url } from '../protocol/base64url.ts';
import { canonicalJson } from '../protocol/canonical-json.ts';
import { utf8 } from '../protocol/bytes.ts';
import { invalidField, tooLong } from './errors.ts';

/** What a send asks for, as the contract lets it through. */
export interface SendPayload {
  readonly sessionAddress: string;
  readonly body: string;
  readonly startParam?: string;
  readonly test?: string;
}

/** Bytes in UTF-8. */
const maxStartParamBytes = 256;

/**
 * What JSON Schema cannot say of a send: texts are Unicode, and a start param is measured in bytes.
 *
 * @throws DomainError 1001 or 413
 */
export function checkPayload({ sessionAddress, body, startParam, test }: SendPayload): void {
  for (const [field, text] of Object.entries({ sessionAddress, body, startParam, test })) {
    if (text?.isWellFormed() === false) {
      throw invalidField(field, 'unicode', `${field} has half of a surrogate pair; send whole Unicode characters.`);
    }
  }
  const bytes = startParam === undefined ? 0 : utf8(startParam).length;
  if (bytes > maxStartParamBytes) {
    throw tooLong('startParam', `startParam has ${bytes} bytes in UTF-8; at most ${maxStartParamBytes} are allowed.`);
  }
}

/** Payloads are the same when they are the same JSON value: spacing and the order of members do not count (RFC 8785). */
export const payloadHash = (payload: SendPayload): string => encodeBase64url(sha256(canonicalJson(payload)));

/** Texts are duplicates when they are the same code points. */
export const bodyHash = (body: string): string => encodeBase64url(sha256(body));
