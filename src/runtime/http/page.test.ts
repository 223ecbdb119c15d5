import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { utf8 } from '../../protocol/bytes.ts';
import { uuidPattern } from '../start/ids.ts';
import { decodePageCursor, encodePageCursor, createPage } from './page.ts';

const id = '019ca98e-49f4-7a60-b7c8-d9e0f1a2b3c4';
const unknown = () => new Error('no cursor of this list');
const decode = (cursor: string) => decodePageCursor(cursor, uuidPattern, unknown);

test('page cursor: decodes to the position that was encoded, and matches the contracts', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date(9e13), noInvalidDate: true }), fc.uuid(), (at, last) => {
      const cursor = encodePageCursor({ at, id: last });
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
      expect(decode(cursor)).toEqual({ at, id: last });
    }),
  );
});

test('page cursor: without a cursor there is no position', () => {
  expect(decodePageCursor(undefined, uuidPattern, unknown)).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['one letter', 'x'],
  ['an extra field', `1|${id}|`],
  ['a time in another spelling', `01|${id}`],
  ['a time before 1970', `-1|${id}`],
  ['a time in scientific notation', `1e3|${id}`],
  ['a time above the limit', `100000000000000|${id}`],
  ['an upper-case id', `1|${id.toUpperCase()}`],
  ['no id', '1|'],
  ['a fraction as time', `1.5|${id}`],
  ['an infinite time', `Infinity|${id}`],
  ['an id of another list', `1|${'0'.repeat(32)}`],
])('page cursor: %s is rejected', (_what, text) => {
  expect(() => decode(encodeBase64url(utf8(text)))).toThrow('no cursor of this list');
});

test('page cursor: any text is rejected and does not fail', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decode(text)).toThrow('no cursor of this list');
    }),
  );
});

test('pages: following the cursors returns every item once, for any page size', () => {
  const items = Array.from({ length: 7 }, (_, index) => ({ at: new Date(index >> 1), id: `${index}` })).toReversed();
  const after = (position: { at: Date; id: string } | undefined) =>
    items.filter(
      ({ at, id: own }) =>
        position === undefined || at < position.at || (at.getTime() === position.at.getTime() && own < position.id),
    );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), (limit) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const position = decodePageCursor(cursor, /^\d$/, unknown);
        const page = createPage(after(position).slice(0, limit + 1), limit, (item) => item);
        seen.push(...page.items.map((item) => item.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0']);
    }),
  );
});
