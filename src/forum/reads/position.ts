import { decodeCursorFields, encodeCursorFields, parseCursorNumber } from '../../runtime/http/page.ts';
import { uuidPattern } from '../../runtime/start/ids.ts';

/** Position of the last entry of a page: its sort key, and its id among entries with an equal key. */
export interface ForumPosition {
  /** Rank or score; 0 in lists sorted by id. */
  readonly key: number;
  readonly id: string;
  /** Number of entries on this page and all previous pages. */
  readonly passed: number;
}

/** Column type of a sort key. */
export type SortKeyType = 'integer' | 'number';

/** @param list names the list and its order; the cursor is valid for that list only. ASCII without `|`. */
export function encodePosition(list: string, { key, id, passed }: ForumPosition): string {
  return encodeCursorFields(list, key, id, passed);
}

/** @returns undefined for a cursor that is not of this list */
export function decodePosition(list: string, keyType: SortKeyType, cursor: string): ForumPosition | undefined {
  const [from, keyField, id = '', passedField, ...more] = decodeCursorFields(cursor);
  if (from !== list || more.length > 0 || !uuidPattern.test(id)) return undefined;
  const key = parseCursorNumber(keyField);
  const passed = parseCursorNumber(passedField);
  if (key === undefined || (keyType === 'integer' && (key | 0) !== key)) return undefined;
  if (passed === undefined || !Number.isSafeInteger(passed) || passed < 0) return undefined;
  return { key, id, passed };
}
