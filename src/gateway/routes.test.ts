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
