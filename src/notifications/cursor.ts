import { decodeBase64url, encodeBase64url } from '../protocol/base64url.ts';
import { utf8, utf8Text } from '../protocol/bytes.ts';
import { invalidField } from './errors.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where the next page begins: after this entry. */
export interface Position {
  readonly id: string;
  /** For lists that are not ordered by id alone. */
  readonly at?: Date;
}

export function encodeCursor({ id, at }: Position): string {
  return encodeBase64url(utf8(at === undefined ? id : `${id}@${at.getTime()}`));
}

/** @throws DomainError 1001 for a text that is no cursor of such a list. */
export function decodeCursor(cursor: string | undefined, kind: 'by_id' | 'by_time'): Position | undefined {
  if (cursor === undefined) return undefined;
  const text = utf8Text(decodeBase64url(cursor) ?? new Uint8Array()) ?? '';
  const [id = '', at, ...more] = text.split('@');
  const timed = at !== undefined && /^\d{1,14}$/.test(at);
  if (!uuid.test(id) || more.length > 0 || (kind === 'by_time' ? !timed : at !== undefined)) {
    throw invalidField('cursor', 'format', 'cursor is not one that this list gave; begin without.');
  }
  return { id, ...(timed && { at: new Date(Number(at)) }) };
}

/** One page of rows, of which one more than `limit` was read. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  position: (row: Row) => Position,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, nextCursor: rows.length > limit && last !== undefined ? encodeCursor(position(last)) : null };
}
