import { createPrivateKey, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentDigest, fieldString, signatureBase, signatureParams, signMessage } from './message-signature.ts';
import { utf8 } from './bytes.ts';

/** Key test-key-ed25519 of RFC 9421 appendix B.1.4. */
const key = createPrivateKey({
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
    x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  },
  format: 'jwk',
});

const components = [
  { identifier: '"date"', value: 'Tue, 20 Apr 2021 02:07:55 GMT' },
  { identifier: '"@method"', value: 'POST' },
  { identifier: '"@path"', value: '/foo' },
  { identifier: '"@authority"', value: 'example.com' },
  { identifier: '"content-type"', value: 'application/json' },
  { identifier: '"content-length"', value: '18' },
];
const parameters = { created: 1618884473, keyid: 'test-key-ed25519' };

test('RFC 9421 B.2.6: the signature base and signature of a request with Ed25519', async () => {
  const params =
    '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"';
  expect(signatureParams(components, parameters)).toBe(params);
  expect(signatureBase(components, params)).toBe(
    [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      `"@signature-params": ${params}`,
    ].join('\n'),
  );
  const signed = await signMessage('sig-b26', components, parameters, (message) => sign(null, message, key));
  expect(signed).toEqual({
    signatureInput: `sig-b26=${params}`,
    signature: 'sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:',
  });
});

test('RFC 9530 §2: Content-Digest of bytes and text', () => {
  const expected = 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:';
  expect(contentDigest('{"hello": "world"}')).toBe(expected);
  expect(contentDigest(utf8('{"hello": "world"}'))).toBe(expected);
});

test('RFC 9651 §4.1.6: quotes and backslashes are escaped, and text that is not printable ASCII is refused', () => {
  expect(fieldString(String.raw`a"b\c`)).toBe(String.raw`"a\"b\\c"`);
  for (const text of ['ä', 'a\nb', '\0']) expect(() => fieldString(text)).toThrow(TypeError);
  expect(() => fieldString('ä')).toThrow('A structured field string is printable ASCII.');
});
