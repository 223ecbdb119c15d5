import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase64url } from '../protocol/base64url.ts';
import { utf8 } from '../protocol/bytes.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

test('cursor: what was given comes back, and fits the contract', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date(9e13), noInvalidDate: true }), fc.uuid(), (at, id) => {
      const cursor = encodeCursor({ at, id });
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
      expect(decodeCursor(cursor)).toEqual({ at, id });
    }),
  );
});

const id = '019ca98e-49f4-7a60-b7c8-d9e0f1a2b3c4';
test.each([
  '',
  'x',
  `1:${id}:`,
  `01:${id}`,
  `-1:${id}`,
  `1e3:${id}`,
  `100000000000000:${id}`,
  `1:${id.toUpperCase()}`,
  '1:',
])('cursor: %j is none', (text) => {
  expect(decodeCursor(encodeBase64url(utf8(text)))).toBeUndefined();
});

test('cursor: no text makes the reader fail', () => {
  fc.assert(fc.property(fc.string(), (text) => decodeCursor(text) === undefined));
});
