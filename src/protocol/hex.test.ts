import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeHex, encodeHex } from './hex.ts';

test.each([
  ['', ''],
  ['00ff10', '00ff10'],
  ['AbCd', 'abcd'],
])('hex: %j is decoded in either case and encoded in lowercase', (text, written) => {
  const bytes = decodeHex(text);
  expect(bytes && encodeHex(bytes)).toBe(written);
});

test.each(['0', '0g', '0x00', ' 00', '00\n', '+1', '1.', '①②'])('hex: %j is rejected', (text) => {
  expect(decodeHex(text)).toBeUndefined();
});

test('hex: every byte sequence round-trips', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(decodeHex(encodeHex(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
});
