import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { equalBytes, equalText } from './constant-time.ts';

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
