import { decodeBase64url, encodeBase64url } from '../protocol/base64url.ts';
import { utf8, utf8Text } from '../protocol/bytes.ts';

/** Where a page of a list ended: lists are sorted by a moment, the latest first, and by id within one moment. */
export interface PagePosition {
  readonly at: Date;
  readonly id: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque to clients; null after the last page. */
  readonly nextCursor: string | null;
}

/** @param found one item more than the page holds, if there is one */
export function createPage<Item>(
  found: readonly Item[],
  limit: number,
  position: (item: Item) => PagePosition,
): Page<Item> {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, nextCursor: last === undefined ? null : encodePageCursor(position(last)) };
}

/** @returns base64url; 68 characters for a UUID, never more than 256 */
export function encodePageCursor({ at, id }: PagePosition): string {
  return encodeBase64url(utf8(`${at.getTime()}.${id}`));
}

/**
 * @param idForm the ids of the list, from their beginning to their end
 * @param unknown the area's answer to a text that is no cursor of the list
 * @returns undefined without a cursor: the list is read from its beginning
 * @throws what `unknown` makes
 */
export function decodePageCursor(
  cursor: string | undefined,
  idForm: RegExp,
  unknown: () => Error,
): PagePosition | undefined {
  if (cursor === undefined) return undefined;
  const [, time, id] = form.exec(utf8Text(decodeBase64url(cursor) ?? new Uint8Array()) ?? '') ?? [];
  if (time === undefined || id === undefined || !idForm.test(id)) throw unknown();
  return { at: new Date(Number(time)), id };
}

/** Milliseconds since 1970 in one spelling, and an id. */
const form = /^(0|[1-9]\d{0,13})\.(.+)$/;
