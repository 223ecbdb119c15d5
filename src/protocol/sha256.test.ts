import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeHex, utf8 } from './bytes.ts';
import { sha256 as native } from './sha256.node.ts';
import { sha256 as portable } from './sha256.ts';

test.each([
  ['native', native],
  ['portable', portable],
])('FIPS 180-4: the %s implementation computes the published digests', (_, sha256) => {
  expect(encodeHex(sha256(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(encodeHex(sha256('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(encodeHex(sha256(utf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')))).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
});

test('SHA-256: both implementations agree on any text and bytes, and return a new buffer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array(), fc.constant('\ud800')), (data) => {
      const digest = native(data);
      expect(digest).toEqual(portable(data));
      expect(digest.buffer.byteLength).toBe(32);
    }),
  );
});
