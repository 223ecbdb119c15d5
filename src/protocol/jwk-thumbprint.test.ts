import * as fc from 'fast-check';
import { calculateJwkThumbprint } from 'jose';
import { expect, test } from 'vitest';
import { encodeBase64url } from './base64url.ts';
import { isThumbprint, jwkThumbprint } from './jwk-thumbprint.ts';

const rfc8037Key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const;

test('RFC 8037 A.3: thumbprint of the Ed25519 example key', () => {
  expect(jwkThumbprint(rfc8037Key)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

test('RFC 7638 §3.1: thumbprint of the RSA example key', () => {
  const key = {
    kty: 'RSA',
    n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
    e: 'AQAB',
    alg: 'RS256',
    kid: '2011-04-29',
  } as const;
  expect(jwkThumbprint(key)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs');
});

test('RFC 7638 §3.2: further members change nothing', () => {
  const extended = { ...rfc8037Key, kid: 'a', use: 'sig', alg: 'EdDSA' };
  expect(jwkThumbprint(extended)).toBe(jwkThumbprint(rfc8037Key));
});

test('RFC 7638 §3.3: the order of members changes nothing', () => {
  const { x, crv, kty } = rfc8037Key;
  expect(jwkThumbprint({ x, crv, kty })).toBe(jwkThumbprint(rfc8037Key));
});

test('RFC 7638: agrees with jose for any key', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(bytes) } as const;
      expect(jwkThumbprint(jwk)).toBe(await calculateJwkThumbprint({ ...jwk }));
    }),
    { numRuns: 25 },
  );
});

test('RFC 7638: isThumbprint accepts exactly 43 base64url characters', () => {
  const thumbprint = jwkThumbprint(rfc8037Key);
  expect(isThumbprint(thumbprint)).toBe(true);
  for (const text of ['', thumbprint.slice(1), `${thumbprint}A`, `${thumbprint.slice(1)}=`, `${thumbprint}\n`, 43]) {
    expect(isThumbprint(text), String(text)).toBe(false);
  }
});
