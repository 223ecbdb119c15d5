import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeHtu } from './htu.ts';

test.each([
  ['§6.2.2.1: scheme and host in lowercase', 'HTTPS://Forum.EXAMPLE/Api', 'https://forum.example/Api'],
  ['§6.2.2.1: escapes in capitals', 'https://a/%c3%a9', 'https://a/%C3%A9'],
  ['§6.2.2.1: escapes of a host in capitals', 'https://%c3%A9.example/', 'https://%C3%A9.example/'],
  ['§6.2.2.2: unreserved characters unescaped', 'https://a/%7Ea%2Db%5f%2ec', 'https://a/~a-b_.c'],
  ['§6.2.2.2: reserved characters stay escaped', 'https://a/b%2fc%3F', 'https://a/b%2Fc%3F'],
  ['§6.2.2.2: an escaped percent sign is not decoded twice', 'https://a/%2541', 'https://a/%2541'],
  ['§6.2.2.3: dot segments removed', 'https://a/b/./c/../d', 'https://a/b/d'],
  ['§6.2.2.3: escaped dots are dots', 'https://a/b/%2e%2E/c', 'https://a/c'],
  ['§6.2.3: an empty path is /', 'https://a', 'https://a/'],
  ['§6.2.3: the default port of https dropped', 'https://a:443/x', 'https://a/x'],
  ['§6.2.3: the default port of http dropped', 'http://a:80/x', 'http://a/x'],
  ['§6.2.3: an empty port dropped', 'https://a:/x', 'https://a/x'],
  ['§6.2.3: leading zeros of a port dropped', 'http://a:004002/x', 'http://a:4002/x'],
  ['the default port of the other scheme is kept', 'https://a:80/x', 'https://a:80/x'],
  ['the highest port', 'https://a:65535/', 'https://a:65535/'],
  ['another port is kept', 'http://localhost:4002/api', 'http://localhost:4002/api'],
  ['RFC 9449 §4.3: the query dropped', 'https://a/b?c=/../d&e', 'https://a/b'],
  ['RFC 9449 §4.3: the fragment dropped', 'https://a/b#c?d', 'https://a/b'],
  ['a query without a path', 'https://a?b', 'https://a/'],
  ['an IPv6 address', 'http://[::1]:4002/api', 'http://[::1]:4002/api'],
  ['an IPv6 address in capitals', 'http://[FE80::1]/', 'http://[fe80::1]/'],
  ['a trailing slash is kept', 'https://a/b/', 'https://a/b/'],
  ['doubled slashes are kept', 'https://a//b//', 'https://a//b//'],
  ['the example of RFC 3986 §6.2.2', 'HTTP://a/./b/../b/%63/%7bfoo%7d', 'http://a/b/c/%7Bfoo%7D'],
])('RFC 3986 %s', (_, uri, normalized) => {
  expect(normalizeHtu(uri)).toBe(normalized);
});

test.each([
  ['/a/b/c/./../../g', '/a/g'],
  ['/b/c/g/.', '/b/c/g/'],
  ['/b/c/..', '/b/'],
  ['/b/c/../g', '/b/g'],
  ['/b/c/../../', '/'],
  ['/../g', '/g'],
  ['/b/c/../../../../g', '/g'],
  ['/b/c/g.', '/b/c/g.'],
  ['/b/c/..g', '/b/c/..g'],
  ['/b/c/.well-known', '/b/c/.well-known'],
  ['//../a', '/a'],
  ['/..//a', '//a'],
])('RFC 3986 §5.2.4, §5.4: the path %s becomes %s', (path, normalized) => {
  expect(normalizeHtu(`https://a${path}`)).toBe(`https://a${normalized}`);
});

test.each([
  ['nothing', ''],
  ['a relative reference', '/api/posts'],
  ['no scheme', '//a/b'],
  ['another scheme', 'ftp://a/b'],
  ['no host', 'https:///b'],
  ['user information', 'https://u:p@a/b'],
  ['a back slash', 'https://a\\b'],
  ['a leading space', ' https://a/b'],
  ['a trailing line end', 'https://a/b\n'],
  ['a tab that URL parsers drop', 'ht\ttps://a/b'],
  ['an incomplete escape', 'https://a/%4'],
  ['a stray percent sign in the host', 'https://a%zz/b'],
  ['a letter outside ASCII', 'https://a/é'],
  ['a port above 65535', 'https://a:65536/'],
  ['a port that is no number', 'https://a:1x/'],
  ['an open bracket', 'https://[::1/'],
])('RFC 3986 §3: %s is rejected', (_, uri) => {
  expect(normalizeHtu(uri)).toBeUndefined();
});

test('RFC 3986 §6.2: normalization is idempotent', () => {
  const part = fc.string({ unit: fc.constantFrom(...Array.from('aB./%2e7EcF?#:~é')), maxLength: 24 });
  fc.assert(
    fc.property(part, (rest) => {
      const once = normalizeHtu(`https://a/${rest}`);
      if (once !== undefined) expect(normalizeHtu(once)).toBe(once);
    }),
  );
});

test('RFC 3986 §6.2: any text is normalized or rejected within the time limit', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(['string', 'undefined']).toContain(typeof normalizeHtu(text));
    }),
  );
  expect(normalizeHtu(`https://a/${'../'.repeat(5000)}${'%41'.repeat(5000)}`)).toBe(`https://a/${'A'.repeat(5000)}`);
});
