import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFindRoute, parseTemplate, type PathTemplate } from './routes.ts';
import { parseTarget, type RequestTarget, publicAuthority, readForwardedRequest } from './forwarded-request.ts';

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

type Lines = readonly (readonly [string, string])[];

const usual: Lines = [
  ['Host', 'agent-gateway'],
  ['X-Forwarded-Method', 'GET'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Host', 'notes.example'],
  ['X-Forwarded-Uri', '/notes/7?draft=1'],
];

const without = (name: string) => usual.filter(([sent]) => sent !== name);

const codeOf = (lines: Lines) => {
  const read = readForwardedRequest(lines);
  return read.ok ? 'ok' : [read.status, read.code];
};

test('gateway: the public URL is rebuilt from what the proxy sends', () => {
  expect(readForwardedRequest(usual)).toMatchObject({
    ok: true,
    method: 'GET',
    host: 'notes.example',
    url: 'https://notes.example/notes/7?draft=1',
    upgrade: false,
    hasContent: false,
  });
});

test.each(['X-Forwarded-Method', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Forwarded-Uri'])(
  'gateway: a proxy that forgets %s, sends it empty or twice is refused',
  (name) => {
    const [line = ['', '']] = usual.filter(([sent]) => sent === name);
    expect(codeOf(without(name))).toEqual([403, 'missing_forwarded_header']);
    expect(codeOf([...without(name), [name, '']])).toEqual([403, 'missing_forwarded_header']);
    expect(codeOf([...usual, line])).toEqual([403, 'ambiguous_header']);
    expect(codeOf([...usual, [name.toLowerCase(), 'x']])).toEqual([403, 'ambiguous_header']);
    expect(codeOf([...usual, [name.replaceAll('-', '_'), line[1]]])).toEqual([403, 'ambiguous_header']);
  },
);

test.each(['X-Agent-Sub', 'x-agent-jkt', 'X_Agent_Sub', 'X-Agent_Anything', 'X.Agent.Sub', 'X-AGENT-ASSERTION'])(
  'gateway: attack: %s of the client is refused when the proxy did not delete it',
  (name) => expect(codeOf([...usual, [name, 'forged']])).toEqual([403, 'forged_header']),
);

test.each(['X-HTTP-Method-Override', 'x_http_method_override', 'X-Method-Override', 'X-Original-URL', 'X-Rewrite-URL'])(
  'gateway: attack: %s is refused',
  (name) => expect(codeOf([...usual, [name, 'DELETE']])).toEqual([403, 'method_override']),
);

test.each(['_method=DELETE', 'a=1&_method=PUT', '%5fmethod=DELETE', '_METHOD=x', 'a;_method=x', '%5Fm%65thod'])(
  'gateway: attack: the query %s is refused',
  (query) =>
    expect(codeOf([...without('X-Forwarded-Uri'), ['X-Forwarded-Uri', `/notes?${query}`]])).toEqual([
      403,
      'method_override',
    ]),
);

test.each(['Authorization', 'DPoP', 'Signature', 'Signature-Input', 'Content-Digest'])(
  'gateway: attack: %s with underscores or dots is refused',
  (name) => {
    const spelled = name.includes('-') ? name.replaceAll('-', '_') : undefined;
    if (spelled !== undefined) expect(codeOf([...usual, [spelled, 'x']])).toEqual([403, 'ambiguous_header']);
    expect(codeOf([...usual, [name, 'x']])).toBe('ok');
  },
);

test.each([
  ['X-Forwarded-Method', 'get', 'bad_forwarded_method'],
  ['X-Forwarded-Method', 'GET, POST', 'bad_forwarded_method'],
  ['X-Forwarded-Proto', 'HTTPS', 'bad_forwarded_proto'],
  ['X-Forwarded-Proto', 'https,http', 'bad_forwarded_proto'],
  ['X-Forwarded-Proto', 'constructor', 'bad_forwarded_proto'],
  ['X-Forwarded-Host', 'a.example, b.example', 'bad_forwarded_host'],
  ['X-Forwarded-Host', 'notes.example.', 'bad_forwarded_host'],
  ['X-Forwarded-Host', 'notes%2eexample', 'bad_forwarded_host'],
  ['X-Forwarded-Host', 'user@notes.example', 'bad_forwarded_host'],
  ['X-Forwarded-Host', 'notes.example/x', 'bad_forwarded_host'],
  ['X-Forwarded-Host', 'notes.example:99999', 'bad_forwarded_host'],
  ['X-Forwarded-Host', 'nötes.example', 'bad_forwarded_host'],
  ['X-Forwarded-Uri', 'https://notes.example/notes', 'ambiguous_path'],
  ['X-Forwarded-Uri', '/notes/../admin', 'ambiguous_path'],
])('gateway: %s: %s is 403 %s', (name, value, code) => {
  expect(codeOf([...without(name), [name, value]])).toEqual([403, code]);
});

test('gateway: hosts compare without case and without the default port of the scheme', () => {
  expect(publicAuthority('https', 'Notes.Example:443')).toBe('notes.example');
  expect(publicAuthority('http', 'notes.example:80')).toBe('notes.example');
  expect(publicAuthority('http', 'notes.example:443')).toBe('notes.example:443');
  expect(publicAuthority('https', '[2001:db8::1]:8443')).toBe('[2001:db8::1]:8443');
});

test('gateway: an upgrade is seen in the protocol of Traefik and in the field of others', () => {
  const read = (lines: Lines) => readForwardedRequest(lines);
  expect(read([...usual, ['Upgrade', 'websocket']])).toMatchObject({ upgrade: true });
  expect(read([...without('X-Forwarded-Proto'), ['X-Forwarded-Proto', 'wss']])).toMatchObject({
    upgrade: true,
    url: 'https://notes.example/notes/7?draft=1',
  });
});

test.each([
  ['Content-Length', '0', false],
  ['Content-Length', '5', true],
  ['X-Forwarded-Content-Length', '0', false],
  ['X-Forwarded-Content-Length', '05', true],
  ['X-Forwarded-Content-Length', 'x', true],
  ['Transfer-Encoding', 'chunked', true],
  ['X-Forwarded-Transfer-Encoding', '', false],
  ['X-Forwarded-Transfer-Encoding', 'chunked', true],
])('gateway: %s: %s tells whether there is content: %s', (name, value, hasContent) => {
  expect(readForwardedRequest([...usual, [name, value]])).toMatchObject({ hasContent });
});
