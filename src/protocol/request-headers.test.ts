import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import {
  AuthorizationError,
  authorizationToken,
  headerPairs,
  headerValues,
  parseAuthorization,
} from './request-headers.ts';

test('raw headers: repeated headers are kept, and names compare case-insensitively', () => {
  const pairs = headerPairs(['Host', 'a', 'DPoP', '1', 'dpop', '2', 'X', '']);
  expect(pairs).toEqual([
    ['Host', 'a'],
    ['DPoP', '1'],
    ['dpop', '2'],
    ['X', ''],
  ]);
  expect(headerValues(pairs, 'dpop')).toEqual(['1', '2']);
  expect(headerValues(pairs, 'x')).toEqual(['']);
  expect(headerValues(pairs, 'y')).toEqual([]);
});

test('raw headers: a name without a value is left out', () => {
  expect(headerPairs(['Host', 'a', 'DPoP'])).toEqual([['Host', 'a']]);
});

test('raw headers: the headers of a fetch request are accepted', () => {
  const { headers } = new Request('https://a', {
    headers: [
      ['DPoP', '1'],
      ['DPoP', '2'],
    ],
  });
  expect(headerValues(headers, 'dpop')).toEqual(['1, 2']);
});

const line = (value: string) => [['Authorization', value]] as const;

test.each([
  ['Bearer abc', { scheme: 'bearer', token: 'abc' }],
  ['bEARER abc', { scheme: 'bearer', token: 'abc' }],
  ['DPoP a.b-c_d~e+f/g==', { scheme: 'dpop', token: 'a.b-c_d~e+f/g==' }],
  ['Bearer   abc', { scheme: 'bearer', token: 'abc' }],
])('RFC 9110 §11.4: %j is parsed into scheme and token', (value, credentials) => {
  expect(parseAuthorization(line(value))).toEqual(credentials);
});

test.each([
  '',
  ' ',
  'Bearer',
  'Bearer ',
  ' Bearer abc',
  'Bearer abc ',
  'Bearer abc def',
  'Bearer abc, Bearer def',
  'Bearer\tabc',
  'Bearer abc=def',
  'Bearer "abc"',
  'Bearer =',
  'Digest username="a", realm="b"',
  'Bearer abé',
])('RFC 9110 §11.4: %j is rejected', (value) => {
  expect(() => parseAuthorization(line(value))).toThrow(expect.objectContaining({ code: 'invalid_scheme' }));
});

test('Authorization header: a missing header and an unusable one have different codes', () => {
  expect(() => parseAuthorization([['Proxy-Authorization', 'Bearer abc']])).toThrow(
    expect.objectContaining({ code: 'missing_authorization' }),
  );
});

test('Authorization header: the message says whether the header is missing, repeated or malformed', () => {
  expect(() => parseAuthorization([])).toThrow(/has no Authorization header/);
  expect(() => parseAuthorization([...line('Bearer abc'), ...line('Bearer abc')])).toThrow(/send exactly one/);
  expect(() => parseAuthorization(line('Bearer'))).toThrow(/not a scheme followed by one token/);
});

test('Authorization header: a repeated header is rejected in any case and position', () => {
  for (const second of ['Bearer abc', 'DPoP abc', '']) {
    const headers = [
      ['Authorization', 'Bearer abc'],
      ['Host', 'a'],
      ['AUTHORIZATION', second],
    ] as const;
    expect(() => parseAuthorization(headers)).toThrow(expect.objectContaining({ code: 'invalid_scheme' }));
  }
});

test('Authorization header: a token under another scheme is rejected', () => {
  expect(authorizationToken(line('dpop abc'), 'DPoP')).toBe('abc');
  expect(() => authorizationToken(line('DPoP abc'), 'Bearer')).toThrow(
    expect.objectContaining({
      code: 'invalid_scheme',
      message: 'The Authorization scheme is not Bearer: send Authorization: Bearer <access token>.',
    }),
  );
});

test('Authorization header: no error message contains the token', () => {
  for (const value of ['Bearer s3cr3t', 'Bearer s3cr3t s3cr3t', 's3cr3t']) {
    expect(() => authorizationToken(line(value), 'DPoP')).toThrow(/^(?!.*s3cr3t)/);
  }
});

test('Authorization header: any value is parsed or rejected with a code', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      try {
        parseAuthorization(line(value));
      } catch (error) {
        expect(error).toBeInstanceOf(AuthorizationError);
      }
    }),
  );
});
