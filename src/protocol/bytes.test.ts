import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64url as jose } from 'jose';
import { decodeHex, encodeHex, equalBytes, equalText, utf8, responseText, streamBytes } from './bytes.ts';
import { decodeBase64url, encodeBase64url } from './base64url.ts';

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

test('response text: a response of the limit is read, and a longer one throws with its limit', async () => {
  expect(await responseText(new Response('grün'), 5)).toBe('grün');
  await expect(responseText(new Response('grün!'), 5)).rejects.toThrow('is larger than 5 bytes.');
});

test('response text: a response without a body is empty', async () => {
  expect(await responseText(new Response(null), 5)).toBe('');
});

test('stream bytes: no body has no bytes', async () => {
  for (const body of [null, undefined]) expect(await streamBytes(body, 0)).toEqual(new Uint8Array());
});
