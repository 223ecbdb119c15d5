import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AuthorizationError, authorizationToken, parseAuthorization } from './authorization-header.ts';

const line = (value: string) => [['Authorization', value]] as const;

test.each([
  ['Bearer abc', { scheme: 'bearer', token: 'abc' }],
  ['bEARER abc', { scheme: 'bearer', token: 'abc' }],
  ['DPoP a.b-c_d~e+f/g==', { scheme: 'dpop', token: 'a.b-c_d~e+f/g==' }],
  ['Bearer   abc', { scheme: 'bearer', token: 'abc' }],
])('RFC 9110 §11.4: %j is scheme and token', (value, credentials) => {
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
])('RFC 9110 §11.4: %j is no scheme and one token', (value) => {
  expect(() => parseAuthorization(line(value))).toThrow(expect.objectContaining({ code: 'invalid_scheme' }));
});

test('no Authorization line is told from an unusable one', () => {
  expect(() => parseAuthorization([['Proxy-Authorization', 'Bearer abc']])).toThrow(
    expect.objectContaining({ code: 'missing_authorization' }),
  );
});

test('a repeated Authorization line is refused, wherever and however it is written', () => {
  for (const second of ['Bearer abc', 'DPoP abc', '']) {
    const headers = [
      ['Authorization', 'Bearer abc'],
      ['Host', 'a'],
      ['AUTHORIZATION', second],
    ] as const;
    expect(() => parseAuthorization(headers)).toThrow(expect.objectContaining({ code: 'invalid_scheme' }));
  }
});

test('a token counts under its own scheme only', () => {
  expect(authorizationToken(line('dpop abc'), 'DPoP')).toBe('abc');
  expect(() => authorizationToken(line('DPoP abc'), 'Bearer')).toThrow(
    expect.objectContaining({ code: 'invalid_scheme' }),
  );
});

test('no message repeats a token', () => {
  for (const value of ['Bearer s3cr3t', 'Bearer s3cr3t s3cr3t', 's3cr3t']) {
    expect(() => authorizationToken(line(value), 'DPoP')).toThrow(/^(?!.*s3cr3t)/);
  }
});

test('any value is read or refused with a code', () => {
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
