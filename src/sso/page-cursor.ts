import { decodeBase64url, encodeBase64url } from '../protocol/base64url.ts';
import { utf8, utf8Text } from '../protocol/bytes.ts';
import { invalidRequest } from './errors.ts';

/** Where a page ended: lists are sorted by the time of creation, and by id within one moment. */
export interface PagePosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** Opaque to clients. */
export function encodeCursor({ createdAt, id }: PagePosition): string {
  return encodeBase64url(utf8(`${createdAt.getTime()}.${id}`));
}

/**
 * @param idPattern the ids of the list
 * @throws DomainError `invalid_request` for a cursor that this service did not make for this list
 */
export function decodeCursor(cursor: string | undefined, idPattern: RegExp): PagePosition | undefined {
  if (cursor === undefined) return undefined;
  const bytes = decodeBase64url(cursor);
  const [, moment, id] = /^(\d{1,15})\.(.+)$/.exec((bytes && utf8Text(bytes)) ?? '') ?? [];
  if (moment === undefined || id === undefined || !idPattern.test(id))
    throw invalidRequest('cursor is not the nextCursor of a page of this list.');
  return { createdAt: new Date(Number(moment)), id };
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

/** @param found one item more than the page holds, if there is one */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  position: (item: Item) => PagePosition,
): Page<Item> {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, hasMore: last !== undefined, nextCursor: last === undefined ? null : encodeCursor(position(last)) };
}
