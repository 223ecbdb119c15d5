import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePosition, encodePosition } from './position.ts';

const id = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const ids = fc.uuid();
const passed = fc.nat();

test('forum: a cursor decodes to the position that was encoded, and matches the contract', () => {
  const keys = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((key) => key + 0);
  fc.assert(
    fc.property(keys, ids, passed, (key, uuid, count) => {
      const cursor = encodePosition('hot:agent-tools', { key, id: uuid, passed: count });
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
      expect(decodePosition('hot:agent-tools', 'number', cursor)).toEqual({
        key: key === 0 ? 0 : key,
        id: uuid,
        passed: count,
      });
    }),
  );
});

test('forum: a cursor is valid for its own list only', () => {
  const cursor = encodePosition('top:', { key: 4, id, passed: 20 });
  expect(decodePosition('top:', 'integer', cursor)).toEqual({ key: 4, id, passed: 20 });
  expect(['hot:', 'new:', 'top:agent-tools'].map((list) => decodePosition(list, 'integer', cursor))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('forum: the integer limits of the column are valid keys of a cursor', () => {
  for (const key of [-(2 ** 31), 2 ** 31 - 1]) {
    const position = { key, id, passed: 0 };
    expect(decodePosition('top:', 'integer', encodePosition('top:', position))).toEqual(position);
  }
});

test.each([
  ['a key that is not a number', `top:|x|${id}|0`],
  ['a fraction as key', `top:|1.5|${id}|0`],
  ['a key above the column type', `top:|2147483648|${id}|0`],
  ['a key below the column type', `top:|-2147483649|${id}|0`],
  ['an infinite key', `top:|Infinity|${id}|0`],
  ['a key in another spelling', `top:|+1|${id}|0`],
  ['no id', 'top:|1||0'],
  ['an upper-case id', `top:|1|${id.toUpperCase()}|0`],
  ['a negative count', `top:|1|${id}|-1`],
  ['a fraction as count', `top:|1|${id}|0.5`],
  ['no count', `top:|1|${id}`],
  ['an extra field', `top:|1|${id}|0|0`],
  ['no fields', ''],
])('forum: a cursor with %s is rejected', (_what, text) => {
  expect(decodePosition('top:', 'integer', Buffer.from(text).toString('base64url'))).toBeUndefined();
});

test('forum: an infinite rank in a cursor is rejected', () => {
  const cursor = Buffer.from(`hot:|Infinity|${id}|0`).toString('base64url');
  expect(decodePosition('hot:', 'number', cursor)).toBeUndefined();
});

test('forum: any text as a cursor is rejected and does not fail', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(decodePosition('hot:', 'number', text)).toBeUndefined();
    }),
  );
});
