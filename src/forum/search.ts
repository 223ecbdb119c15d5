import { decodeCursorFields, encodeCursorFields, parseCursorNumber } from '../runtime/cursor.ts';
import { uuidPattern } from '../runtime/ids.ts';
import { validationFailed } from './errors.ts';
import type { Forum, ForumResponses, SearchHit } from './responses.ts';
import { firstId, type SearchStore, type SearchWindowRows } from './store/search.ts';

/** Matches among which a page ranks. */
const windowSize = 200;
const defaultLimit = 20;
/** Communities on the first page. */
const maxForums = 10;

export interface SearchQuery {
  readonly q: string;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface SearchPage {
  readonly forums: Forum[];
  readonly results: SearchHit[];
  readonly nextCursor: string | null;
}

/**
 * Searches posts and comments by their words, and communities by a part of their name. Results come in windows of the 200
 * newest matches; within a window the best match is first. A window with fewer matches may be followed by others.
 */
export async function search(
  store: SearchStore,
  responses: Pick<ForumResponses, 'forum' | 'searchHit'>,
  { q, limit = defaultLimit, cursor }: SearchQuery,
): Promise<SearchPage> {
  const text = q.trim();
  const { upTo, offset, downTo } = cursor === undefined ? { upTo: undefined, offset: 0 } : readCursor(cursor);
  const [window, forums] = await Promise.all([
    store.searchTexts({ text, upTo, downTo, size: windowSize, offset, limit }),
    cursor === undefined ? store.searchForums(text.toLowerCase(), maxForums) : [],
  ]);
  const { rows } = window;
  const end = offset + rows.length;
  return {
    forums: forums.map(responses.forum),
    results: rows.map(responses.searchHit),
    nextCursor: nextCursor({ ...window, end }),
  };
}

/** The bounds of a window stay, so that later pages rank the same matches, whatever is written and however long it takes. */
function nextCursor({ found, newest, next, end }: SearchWindowRows & { readonly end: number }): string | null {
  if (newest !== undefined && end < found) return encodeCursorFields('search', newest, end, next ?? firstId);
  return next === undefined || next === firstId ? null : encodeCursorFields('search', precedingId(next), 0);
}

/** Returns the id before an id: the inclusive bound of the next window. */
export function precedingId(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) - 1n).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

interface SearchPosition {
  readonly upTo: string;
  readonly offset: number;
  /** Undefined on the first page of a window, and in a cursor of an earlier release. */
  readonly downTo: string | undefined;
}

function readCursor(cursor: string): SearchPosition {
  const [list, upTo = '', offsetField, downTo, ...others] = decodeCursorFields(cursor);
  const offset = parseCursorNumber(offsetField);
  const ids = downTo === undefined ? [upTo] : [upTo, downTo];
  const valid = list === 'search' && others.length === 0 && ids.every((id) => uuidPattern.test(id));
  if (!valid || offset === undefined || !Number.isInteger(offset) || offset < 0 || offset >= windowSize)
    throw validationFailed('cursor is not from this search. Pass the nextCursor of the previous page unchanged.');
  return { upTo, offset, downTo };
}
