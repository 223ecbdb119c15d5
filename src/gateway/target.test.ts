import { expect, test } from 'vitest';
import { parseTarget } from './target.ts';

test.each([
  ['/', ['']],
  ['/notes', ['notes']],
  ['/notes/', ['notes', '']],
  ['/notes/7?a=b&c', ['notes', '7']],
  ['/caf%C3%A9/a%20b', ['café', 'a b']],
  ["/a-b._~!$&'()*+,=:@/x", ["a-b._~!$&'()*+,=:@", 'x']],
  ['/?', ['']],
])('gateway paths: %s has one reading', (uri, segments) => {
  expect(parseTarget(uri)?.segments).toEqual(segments);
});

test.each([
  ['no absolute path', ['', 'notes', '*', 'http://notes.example/', 'notes.example:443']],
  ['empty segments', ['//', '//notes', '/a//b', '/a/b//']],
  ['dot segments', ['/.', '/..', '/a/../b', '/a/./b', '/a/...', '/a/b.', '/a../b']],
  ['encoded dots', ['/%2e', '/%2E%2e/a', '/.%2e/a', '/a/%2e./b']],
  ['parameters of segments', ['/..;/a', '/a;b', '/.;/a', '/a;/b', '/a%3bb']],
  ['separators', ['/a%2fb', '/a%2Fb', '/a%5cb', '/a\\b', '/a%255cb']],
  ['double encoding', ['/%2561', '/%25', '/%252e%252e']],
  ['escapes that need none', ['/%61dmin', '/%7E', '/a%2db', '/a%5fb', '/%30']],
  ['controls', ['/a%00', '/a%0a', '/a%0d%0aX:y', '/a%7f', '/a\u0000', '/a\tb', '/a\nb']],
  ['broken escapes', ['/%', '/%z1', '/a%2', '/%u002e']],
  ['invalid UTF-8', ['/%c0%ae%c0%ae/a', '/%ff', '/%e0%80%af', '/%ed%a0%80']],
  ['forms that become separators', ['/a%EF%BC%8Fb', '/%EF%BC%8E%EF%BC%8E/a', '/%E2%80%A5/a', '/a%EF%B9%94b']],
  ['ends that Windows ignores', ['/a.', '/a%20', '/%20', '/a::$DATA']],
  ['characters outside of paths', ['/a b', '/é', '/a"b', '/<a>', '/a|b', '/a^b', '/a`b', '/{a}', '/[a]', '/a#b']],
  ['queries that are none', ['/a?b c', '/a?b#c', '/a?\u0000', '/a?é']],
  ['more than 8192 characters', [`/${'a'.repeat(8200)}`]],
])('gateway paths: %s are ambiguous', (_what, uris) => {
  expect(uris.filter((uri) => parseTarget(uri) !== undefined)).toEqual([]);
});
