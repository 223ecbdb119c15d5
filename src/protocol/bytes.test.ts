import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeHex, encodeHex, equalBytes, equalText } from './bytes.ts';

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

test('equalText: true exactly for identical texts', () => {
  const text = fc.string({ maxLength: 4 });
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(equalText(left, right)).toBe(left === right);
      expect(equalText(left, left)).toBe(true);
    }),
  );
});

test('equalBytes: false when one bit or the length differs', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.nat(), fc.nat(7), (bytes, at, bit) => {
      const other = new Uint8Array(bytes);
      other[at % bytes.length] = (other[at % bytes.length] ?? 0) ^ (1 << bit);
      expect(equalBytes(bytes, new Uint8Array(bytes))).toBe(true);
      expect(equalBytes(bytes, other)).toBe(false);
      expect(equalBytes(bytes, bytes.subarray(1))).toBe(false);
    }),
  );
});
