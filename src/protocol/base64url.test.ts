import * as fc from 'fast-check';
import { base64url as jose } from 'jose';
import { expect, test } from 'vitest';
import { decodeBase64url, encodeBase64url } from './base64url.ts';
import { utf8 } from './bytes.ts';

test.each([
  ['', ''],
  ['f', 'Zg'],
  ['fo', 'Zm8'],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg'],
  ['fooba', 'Zm9vYmE'],
  ['foobar', 'Zm9vYmFy'],
])('RFC 4648 §10: %j is encoded without padding as %j', (text, encoded) => {
  expect(encodeBase64url(utf8(text))).toBe(encoded);
  expect(decodeBase64url(encoded)).toEqual(utf8(text));
});

test('RFC 7515 appendix C: 03 ec ff e0 c1 is encoded as A-z_4ME', () => {
  expect(encodeBase64url(new Uint8Array([3, 236, 255, 224, 193]))).toBe('A-z_4ME');
  expect(decodeBase64url('A-z_4ME')).toEqual(new Uint8Array([3, 236, 255, 224, 193]));
});

test.each([
  ['padding', 'Zg=='],
  ['one character over', 'Zm9vY'],
  ['one character over, with bits of zero', 'Zm9vA'],
  ['non-zero unused bits in a group of two', 'Zh'],
  ['non-zero unused bits in a group of three', 'Zm9'],
  ['the plain base64 alphabet', 'A+z/4ME'],
  ['a space', 'Zm 9v'],
  ['a line end', 'Zm9v\n'],
  ['a NUL', 'Zm9\0'],
  ['a letter outside ASCII', 'Zm9é'],
  ['a look-alike outside the table', 'Zm9\u{ff41}'],
])('RFC 4648 §3.3, §3.5: %s is rejected', (_, text) => {
  expect(decodeBase64url(text)).toBeUndefined();
});

test('base64url: every byte sequence round-trips and is encoded as by jose', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const text = encodeBase64url(bytes);
      expect(text).toBe(jose.encode(bytes));
      expect(decodeBase64url(text)).toEqual(new Uint8Array(bytes));
    }),
  );
});

test('base64url: no two texts decode to the same bytes', () => {
  const nearlyBase64url = fc.string({ unit: fc.constantFrom(...Array.from('ABYZabyz0189-_+/= \n.')), maxLength: 12 });
  fc.assert(
    fc.property(nearlyBase64url, (text) => {
      const bytes = decodeBase64url(text);
      if (bytes !== undefined) expect(encodeBase64url(bytes)).toBe(text);
    }),
  );
});
