import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import {
  AuthorizationError,
  authorizationToken,
  headerPairs,
  headerValues,
  parseAuthorization,
} from './request-headers.ts';
import { acceptedLanguage, uiLanguage } from './language-preference.ts';
import { parseTraceContext, traceHeaders } from './trace-context.ts';

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

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('Trace Context §3.2.5: the examples of the standard are parsed and formatted', () => {
  expect(parseTraceContext(`00-${traceId}-${spanId}-01`)).toMatchObject({ traceId, spanId, sampled: true });
  expect(parseTraceContext(`00-${traceId}-${spanId}-00`)).toMatchObject({ traceId, spanId, sampled: false });
});

test.each([
  ['§3.2.2.3: a trace id of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['§3.2.2.4: a parent id of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['§3.2.2.1: version ff', `ff-${traceId}-${spanId}-01`],
  ['§3.2.2.2: version 00 with more members', `00-${traceId}-${spanId}-01-more`],
  ['§3.2.2: upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['§3.2.2: a short trace id', `00-${traceId.slice(1)}-${spanId}-01`],
  ['§3.2.2: no flags', `00-${traceId}-${spanId}`],
  ['two headers, joined', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ['nothing', undefined],
])('Trace Context §3.2: %s is rejected', (_what, header) => {
  expect(parseTraceContext(header, 'a=b')).toBeUndefined();
});

test('Trace Context §4.3: a later version is parsed as far as it is known; unknown flags are not forwarded', () => {
  const later = parseTraceContext(`cc-${traceId}-${spanId}-03-what-the-future-holds`);
  expect(later).toMatchObject({ traceId, spanId, sampled: true });
  expect(later && traceHeaders(later)).toEqual({ traceparent: `00-${traceId}-${spanId}-01` });
});

test('Trace Context §3.3: tracestate up to 512 characters is forwarded unchanged, a longer one is dropped', () => {
  const header = `00-${traceId}-${spanId}-00`;
  const context = parseTraceContext(header, 'vendor=1,other=2');
  expect(context && traceHeaders(context)).toEqual({ traceparent: header, tracestate: 'vendor=1,other=2' });
  expect(parseTraceContext(header, 'a'.repeat(512))?.state).toBe('a'.repeat(512));
  expect(parseTraceContext(header, 'a'.repeat(513))?.state).toBeUndefined();
});

const supported = ['en', 'de', 'ja'] as const;

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-at', 'de'],
  ['de-1996-x-private', 'de'],
  ['ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7', 'ja'],
  ['en;q=0.5, de;q=0.8', 'de'],
  ['fr-CH, fr;q=0.9, de;q=0.7, *;q=0.5', 'de'],
  ['de;q=0.8 , ja ; q=0.9', 'ja'],
  ['de;q=0.123, ja;q=0.124', 'ja'],
  ['de, ja', 'de'],
])('RFC 9110 §12.5.4: Accept-Language %j prefers %s', (header, language) => {
  expect(acceptedLanguage(header, supported)).toBe(language);
});

test.each(['', 'fr', 'den', 'de;q=0', 'de;q=0, fr', 'de;q=0, de-AT', '*;q=0', 'de;q=2', 'de;q=x', ';', 'd\u00e9'])(
  'RFC 9110 §12.5.4: Accept-Language %j accepts none of the languages',
  (header) => {
    expect(acceptedLanguage(header, supported)).toBeUndefined();
  },
);

test.each([
  ['*', 'en'],
  ['fr, *;q=0.1', 'en'],
  ['en;q=0, *', 'de'],
  ['*, en;q=0.5', 'de'],
])('RFC 9110 §12.5.4: in %j the wildcard stands for %s', (header, language) => {
  expect(acceptedLanguage(header, supported)).toBe(language);
});

test('RFC 4647 §3.4: lookup shortens a range by its last subtag, and never to a single character', () => {
  expect(acceptedLanguage('zh-Hant-x-tw', ['zh', 'zh-hant'])).toBe('zh-hant');
  expect(acceptedLanguage('zh-Hant-x-tw', ['zh-hant-x', 'zh-hant', 'zh'])).toBe('zh-hant');
  expect(acceptedLanguage('zh-Hant-TW', ['zh', 'zh-hant'])).toBe('zh-hant');
});

test.each([
  ['de', 'de'],
  ['fr-CA fr ja-JP en', 'ja'],
  ['de-Latn-CH', 'de'],
  ['fr', undefined],
  ['', undefined],
])('OpenID Connect Core §3.1.2.1: ui_locales %j prefers %s', (uiLocales, language) => {
  expect(uiLanguage(uiLocales, supported)).toBe(language);
});
