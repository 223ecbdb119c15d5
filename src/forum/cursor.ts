import { uuidPattern } from '../runtime/ids.ts';

/** Where a page ended: the last entry's place in the order, and its id among those in the same place. */
export interface Position {
  /** Rank or score; 0 where the id alone is the order. */
  readonly key: number;
  readonly id: string;
  /** Entries on this and all pages before. */
  readonly passed: number;
}

/** What the key of an order may be: database columns are of one of these types. */
export type KeyType = 'integer' | 'number';

/** @param list names the order and the list; the cursor is good for nothing else. ASCII without `|`. */
export function encodeCursor(list: string, { key, id, passed }: Position): string {
  return Buffer.from(`${list}|${key}|${id}|${passed}`, 'latin1').toString('base64url');
}

/** @returns undefined for a cursor that this list never gave out. */
export function decodeCursor(list: string, keyType: KeyType, cursor: string): Position | undefined {
  const [from, keyText = '', id = '', passedText = '', ...more] = Buffer.from(cursor, 'base64url')
    .toString('latin1')
    .split('|');
  if (from !== list || more.length > 0 || !uuidPattern.test(id)) return undefined;
  const key = Number(keyText);
  const passed = Number(passedText);
  const canonical = `${key}` === keyText && `${passed}` === passedText;
  const keyFits = keyType === 'integer' ? (key | 0) === key : Number.isFinite(key);
  if (!canonical || !keyFits || !Number.isSafeInteger(passed) || passed < 0) return undefined;
  return { key, id, passed };
}
