import { decodeBase64url, encodeBase64url } from '../../protocol/base64url.ts';
import { utf8, utf8Text } from '../../protocol/bytes.ts';
import { uuidPattern } from '../start/ids.ts';

/** Position in a list that is sorted by time, newest first, and by id at equal times. */
export interface PagePosition {
  readonly at: Date;
  readonly id: string;
}

/** What a store lists: up to `limit` rows. */
export interface PageRequest {
  readonly limit: number;
  /** Position of the last item of the previous page; undefined for the first page. */
  readonly after: PagePosition | undefined;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque to clients; null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Cuts the rows of a query to one page.
 *
 * @param found up to `limit + 1` rows; the extra row shows that another page follows
 */
export function createPage<Item>(
  found: readonly Item[],
  limit: number,
  position: (item: Item) => PagePosition,
): Page<Item> & { readonly hasMore: boolean } {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return {
    items,
    hasMore: last !== undefined,
    nextCursor: last === undefined ? null : encodePageCursor(position(last)),
  };
}

/**
 * Creates the function that reads a page of any list of an area. It takes the parameters of the request; what lists rows after
 * a position; the position of an item; and the form of the ids.
 *
 * @param defaultLimit items of a page for which the request names no limit
 * @param invalidCursor creates the area's error for a cursor that is not of this list
 */
export const pageReader =
  (defaultLimit: number, invalidCursor: () => Error) =>
  async <Item>(
    { limit = defaultLimit, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
    list: (page: PageRequest) => Promise<readonly Item[]>,
    position: (item: Item) => PagePosition,
    ids = uuidPattern,
  ): Promise<ReturnType<typeof createPage<Item>>> => {
    const after = decodePageCursor(cursor, ids, invalidCursor);
    return createPage(await list({ limit: limit + 1, after }), limit, position);
  };

/** Position in a list that is sorted by when its items were created. */
export const byCreation = ({ createdAt, id }: { readonly createdAt: Date; readonly id: string }): PagePosition => ({
  at: createdAt,
  id,
});

/** @returns base64url; 68 characters for a UUID, at most 256 */
export function encodePageCursor({ at, id }: PagePosition): string {
  return encodeCursorFields(at.getTime(), id);
}

/** Upper limit of times in cursors, milliseconds since 1970 (the year 5138). */
const maxTime = 99_999_999_999_999;

/**
 * Decodes a cursor that `encodePageCursor` returned.
 *
 * @param idPattern matches the ids of the list, anchored at both ends
 * @param invalidCursor creates the area's error for a cursor that is not of this list
 * @returns undefined without a cursor, for the first page
 * @throws the error of `invalidCursor`
 */
export function decodePageCursor(
  cursor: string | undefined,
  idPattern: RegExp,
  invalidCursor: () => Error,
): PagePosition | undefined {
  if (cursor === undefined) return undefined;
  const [timeField, id = '', ...more] = decodeCursorFields(cursor);
  const time = parseCursorNumber(timeField) ?? -1;
  if (!Number.isInteger(time) || time < 0 || time > maxTime || more.length > 0 || !idPattern.test(id))
    throw invalidCursor();
  return { at: new Date(time), id };
}

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

/** Parses a time of a filter, RFC 3339. @returns undefined for a time that does not exist, such as a leap second */
export function parseFilterTime(text: string): Date | undefined {
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  // No row is older than 1970; PostgreSQL does not know every earlier year.
  return new Date(Math.max(0, time));
}
