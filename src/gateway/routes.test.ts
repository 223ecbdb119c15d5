import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFindRoute, parseTemplate, type PathTemplate } from './routes.ts';
import { parseTarget, type RequestTarget } from './target.ts';

function template(path: string): PathTemplate {
  const parsed = parseTemplate(path);
  if (parsed === undefined) throw new Error(`${path} is no template.`);
  return parsed;
}
function target(path: string): RequestTarget {
  const parsed = parseTarget(path);
  if (parsed === undefined) throw new Error(`${path} is ambiguous.`);
  return parsed;
}
const route = (path: string, ...methods: string[]) => ({
  path,
  host: 'notes.example',
  methods: methods.length === 0 ? ['GET'] : methods,
  template: template(path),
});
const find = createFindRoute([
  route('/notes', 'GET', 'POST'),
  route('/notes/{id}', 'GET'),
  route('/notes/{id}', 'DELETE'),
  route('/notes/admin', 'GET'),
  route('/files/{path*}'),
  route('/files/private', 'PUT'),
  route('/caf%C3%A9'),
  route('/'),
]);
const found = (path: string, method = 'GET', host = 'notes.example') => {
  const result = find(host, method, target(path));
  return result.route === undefined ? result.reason : result.route.path;
};

test.each([
  ['/', '/'],
  ['/notes', '/notes'],
  ['/notes/7', '/notes/{id}'],
  ['/notes/admin', '/notes/admin'],
  ['/files/a', '/files/{path*}'],
  ['/files/a/b/', '/files/{path*}'],
  ['/caf%c3%a9', '/caf%C3%A9'],
])('gateway routes: %s is let through by %s', (path, expected) => expect(found(path)).toBe(expected));

test.each(['/note', '/notes/', '/notes/7/', '/notes/7/8', '/files', '/Notes', '/x'])(
  'gateway routes: %s is let through by none',
  (path) => expect(found(path)).toBe('none'),
);

test('gateway routes: another host or method is let through by none, also where a wider template has the method', () => {
  expect(found('/notes', 'GET', 'other.example')).toBe('none');
  expect(found('/notes', 'PUT')).toBe('none');
  expect(found('/notes/7', 'DELETE')).toBe('/notes/{id}');
  expect(found('/notes/admin', 'DELETE')).toBe('none');
});

test.each(['/notes/ADMIN', '/notes/Admin', '/notes/%EF%BD%81dmin', '/files/Private', '/files/private/'])(
  'gateway routes: %s is ambiguous, because an upstream may take it for a stricter route',
  (path) => expect(found(path)).toBe('ambiguous'),
);

test.each(['', 'notes', '//a', '/a//b', '/../a', '/{a}b', '/{a', '/{*}', '/{a*}/b', '/%61', '/a;b', '/a?b', '/{1}'])(
  'gateway routes: %s is no template',
  (path) => expect(parseTemplate(path)).toBeUndefined(),
);

test('gateway routes: no path that two readings of a URL disagree about is let through', () => {
  const open = createFindRoute([route('/public/{rest*}')]);
  const part = fc.constantFrom('a', 'admin', '..', '.', '%2e%2e', '%2f', '..;', '', '%5c', '..%2f', '%252e', 'public');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const uri = `/public/${parts.join('/')}`;
      const parsed = parseTarget(uri);
      if (parsed === undefined) return;
      if (open('notes.example', 'GET', parsed).route === undefined) return;
      // The WHATWG parser, and one that decodes first, both stay below /public/.
      expect(new URL(uri, 'https://notes.example').pathname).toBe(uri);
      expect(new URL(decodeURIComponent(uri), 'https://notes.example').pathname).toBe(uri);
    }),
  );
});

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
