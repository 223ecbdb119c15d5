import { expect, test } from 'vitest';
import { publicAuthority, readForwardedRequest } from './forwarded-request.ts';

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
