import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const id = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const ids = fc.uuid();
const passed = fc.nat();

test('a cursor gives back exactly the position that went in, and fits the contract', () => {
  const keys = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((key) => key + 0);
  fc.assert(
    fc.property(keys, ids, passed, (key, uuid, count) => {
      const cursor = encodeCursor('hot:agent-tools', { key, id: uuid, passed: count });
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
      expect(decodeCursor('hot:agent-tools', 'number', cursor)).toEqual({
        key: key === 0 ? 0 : key,
        id: uuid,
        passed: count,
      });
    }),
  );
});

test('a cursor is good for its own list alone', () => {
  const cursor = encodeCursor('top:', { key: 4, id, passed: 20 });
  expect(decodeCursor('top:', 'integer', cursor)).toEqual({ key: 4, id, passed: 20 });
  expect(['hot:', 'new:', 'top:agent-tools'].map((list) => decodeCursor(list, 'integer', cursor))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['a key that is no number', `top:|x|${id}|0`],
  ['a key with a fraction', `top:|1.5|${id}|0`],
  ['a key beyond the column', `top:|2147483648|${id}|0`],
  ['an endless key', `top:|Infinity|${id}|0`],
  ['a key in another spelling', `top:|+1|${id}|0`],
  ['no id', 'top:|1||0'],
  ['an id in capitals', `top:|1|${id.toUpperCase()}|0`],
  ['a negative count', `top:|1|${id}|-1`],
  ['a part too many', `top:|1|${id}|0|0`],
  ['nothing', ''],
])('a cursor with %s is none of ours', (_what, text) => {
  expect(decodeCursor('top:', 'integer', Buffer.from(text).toString('base64url'))).toBeUndefined();
});

test('whatever text is sent as a cursor, it is refused and never breaks', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(decodeCursor('hot:', 'number', text)).toBeUndefined();
    }),
  );
});
