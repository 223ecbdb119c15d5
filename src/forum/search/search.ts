import { decodeCursorFields, encodeCursorFields } from '../../runtime/http/page.ts';
import { uuidPattern } from '../../runtime/start/ids.ts';
import { validationFailed } from '../errors.ts';
import type { Forum, ForumResponses, SearchHit } from '../responses.ts';
import type { SearchStore } from './search-store.ts';

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
 * Searches posts and comments by their words, newest first, and communities by a part of their name. A page reads a bounded
 * number of texts, so that it may have fewer results than asked for although others follow.
 */
export async function search(
  store: SearchStore,
  responses: Pick<ForumResponses, 'forum' | 'searchHit'>,
  { q, limit = defaultLimit, cursor }: SearchQuery,
): Promise<SearchPage> {
  const text = q.trim();
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const [{ rows, next }, forums] = await Promise.all([
    store.searchTexts({ text, before, limit }),
    cursor === undefined ? store.searchForums(text.toLowerCase(), maxForums) : [],
  ]);
  return {
    forums: forums.map(responses.forum),
    results: rows.map(responses.searchHit),
    nextCursor: next === undefined ? null : encodeCursorFields('search', next),
  };
}

function readCursor(cursor: string): string {
  const [list, before = '', ...others] = decodeCursorFields(cursor);
  if (list !== 'search' || others.length > 0 || !uuidPattern.test(before))
    throw validationFailed('cursor is not from this search. Pass the nextCursor of the previous page unchanged.');
  return before;
}
