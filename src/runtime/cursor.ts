import { decodeBase64url, encodeBase64url } from '../protocol/base64url.ts';
import { utf8, utf8Text } from '../protocol/bytes.ts';

/**
 * Encodes the fields of a position in a list as a cursor, which clients treat as opaque.
 *
 * @param fields ASCII without `|`
 * @returns base64url
 */
export function encodeCursorFields(...fields: readonly (string | number)[]): string {
  return encodeBase64url(utf8(fields.join('|')));
}

/** @returns the fields of a cursor as text; one empty field for text that is not base64url of UTF-8 */
export function decodeCursorFields(cursor: string): readonly string[] {
  return (utf8Text(decodeBase64url(cursor) ?? new Uint8Array()) ?? '').split('|');
}

/** Parses a number field. @returns undefined unless the text is JavaScript's own spelling of a finite number */
export function parseCursorNumber(field: string | undefined): number | undefined {
  const value = Number(field);
  return Number.isFinite(value) && `${value}` === field ? value : undefined;
}
