import { decodeCursorFields, encodeCursorFields, parseCursorNumber } from './cursor.ts';

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
): Page<Item> {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : encodePageCursor(position(last)) };
}

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
