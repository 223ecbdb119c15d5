import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useAuth, verifiedProof } from '../../contract-tests/fixtures/cli/auth-with-provider.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';

const toolkit = useToolkit('agent-id-auth');
const world = useAuth(toolkit);
const { auth, session } = world;

test('auth header: each proof is new and bound to the method and URL [B56, B57]', async () => {
  const url = 'https://api.example.org/posts?x=1#y';
  const [one, two] = [
    await auth('header', '--url', url, '--method', 'post'),
    await auth('header', '--url', url, '--method', 'post'),
  ];
  expect(Object.keys(one.json)).toEqual(['ok', 'authorization', 'dpop', 'method', 'url']);
  expect(one.json).toMatchObject({ ok: true, method: 'POST', url, authorization: `DPoP ${session()['accessToken']}` });
  const proofs = [one, two].map(({ json }) =>
    verifiedProof(
      { method: 'POST', headers: { authorization: String(json['authorization']), dpop: String(json['dpop']) } },
      'https://api.example.org/posts',
    ),
  );
  expect(proofs[0]?.jti).not.toBe(proofs[1]?.jti);
});

test('auth header: --raw prints two header lines', async () => {
  const { stdout } = await auth('header', '--url', 'https://a.example', '--raw');
  expect(stdout).toMatch(/^Authorization: DPoP \S+\nDPoP: \S+\n$/);
});

test('auth call: the request is signed and the JSON response parsed', async () => {
  const url = `${world.service.url}/things?a=b`;
  const { json, code } = await auth('call', '--url', url);
  expect([code, json]).toEqual([
    0,
    { ok: true, status: 200, method: 'GET', url, contentType: 'application/json', body: { hello: 'agent' } },
  ]);
  const request = world.service.received.at(-1);
  if (request) verifiedProof(request, url);
  expect(request?.headers['content-type']).toBe(undefined);
});

test('auth call: a body from --body or --body-file is sent as JSON by default [B52]', async () => {
  const file = join(toolkit.scratch(), 'body');
  writeFileSync(file, Buffer.from([0, 255, 10]));
  await auth('call', '--url', world.service.url, '--method', 'post', '--body', '{"a":"ä"}');
  await auth(
    'call',
    '--url',
    world.service.url,
    '--method',
    'PUT',
    '--body-file',
    file,
    '--content-type',
    'application/octet-stream',
  );
  const [first, second] = world.service.received.slice(-2);
  expect([first?.method, first?.headers['content-type'], first?.body.toString()]).toEqual([
    'POST',
    'application/json',
    '{"a":"ä"}',
  ]);
  expect([second?.method, second?.headers['content-type'], [...(second?.body ?? [])]]).toEqual([
    'PUT',
    'application/octet-stream',
    [0, 255, 10],
  ]);
});

test('auth call: --body-file - reads stdin', async () => {
  await toolkit.spawn(
    'agent-id-auth',
    ['call', '--url', world.service.url, '--method', 'POST', '--body-file', '-', '--state-dir', world.stateDir],
    { stdin: 'piped' },
  );
  expect(world.service.received.at(-1)?.body.toString()).toBe('piped');
});

test.each([
  ['a 403', 403, 'application/json', '{"ok":false}', { ok: false }],
  ['a server error', 500, 'text/plain', 'broken', 'broken'],
  ['malformed JSON', 200, 'application/json; charset=utf-8', '{', '{'],
  ['JSON of another type', 200, 'application/problem+json', '{}', '{}'],
  ['an empty response', 204, '', '', ''],
])('auth call: %s sets ok, status, body and exit code', async (_case, status, type, text, body) => {
  world.service.respond = (_request, response) => {
    response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(text);
  };
  const { json, code } = await auth('call', '--url', world.service.url);
  expect(json).toMatchObject({ ok: status < 300, status, contentType: type === '' ? null : type, body });
  expect(code).toBe(status < 300 ? 0 : 1);
});

test('auth call: --header adds headers, each once', async () => {
  const headers = ['--header', 'Accept: text/plain', '--header=X-Request-Id:  7 '];
  expect((await auth('call', '--url', world.service.url, ...headers)).code).toBe(0);
  expect(world.service.received.at(-1)?.headers).toMatchObject({ accept: 'text/plain', 'x-request-id': '7' });
  verifiedProof(world.service.received.at(-1) ?? { method: '', headers: {} }, `${world.service.url}/`);
});

test.each([
  ['authorization: DPoP x', 'authorization'],
  ['DPoP: x', 'DPoP'],
  ['Host: evil.example', 'Host'],
  ['Content-Length: 0', 'Content-Length'],
  ['Content-Type: text/plain', '--content-type'],
  ['no colon', '"no colon"'],
  ['X-A: b\r\nX-C: d', 'Name: value'],
  ['', 'Name: value'],
])('auth call: --header %j is refused and nothing is sent', async (header, named) => {
  const before = world.service.received.length;
  const { json } = await auth('call', '--url', world.service.url, `--header=${header}`);
  expect([json['code'], json['error']]).toEqual(['invalid_flag', expect.stringContaining(named)]);
  expect(world.service.received).toHaveLength(before);
});

const png = Buffer.from('89504e470d0a1a0a00ff', 'hex');

test('auth call: a body that is not UTF-8 is printed as bodyBase64', async () => {
  world.service.respond = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  const { json } = await auth('call', '--url', world.service.url);
  expect(json).toMatchObject({ ok: true, contentType: 'image/png', body: null, bodyBase64: png.toString('base64') });
});

test('auth call: --output writes the exact bytes and leaves no temporary file', async () => {
  world.service.respond = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  const folder = toolkit.scratch();
  const output = join(folder, 'image.png');
  const { json } = await auth('call', '--url', world.service.url, '--output', output);
  expect(json).toMatchObject({ ok: true, body: null, output, bytes: png.length });
  expect(readFileSync(output)).toEqual(png);
  expect(readdirSync(folder)).toEqual(['image.png']);
});

test.each([
  ['a missing folder', '/nonexistent/x'],
  ['a directory', '/'],
])('auth call: --output in %s is refused before anything is sent', async (_case, output) => {
  const before = world.service.received.length;
  const { json } = await auth('call', '--url', world.service.url, '--output', output);
  expect([json['code'], json['error']]).toEqual(['unwritable_file', expect.stringContaining('--output')]);
  expect(world.service.received).toHaveLength(before);
});

test('auth call: a failed request leaves an existing --output file unchanged', async () => {
  const folder = toolkit.scratch();
  const output = join(folder, 'old');
  writeFileSync(output, 'old');
  world.service.respond = (_request, response) => response.destroy();
  expect((await auth('call', '--url', world.service.url, '--output', output)).json['code']).toBe('unreachable');
  expect([readFileSync(output, 'utf8'), readdirSync(folder)]).toEqual(['old', ['old']]);
});

test.each([
  ['plain http', ['--url', 'http://api.example.org'], 'insecure_url'],
  ['another scheme', ['--url', 'ftp://api.example.org'], 'invalid_url'],
  ['a relative URL', ['--url', 'api'], 'invalid_url'],
  ['a user name in the URL', ['--url', 'https://a:b@api.example.org'], 'invalid_url'],
  ['a method that is not letters', ['--url', 'https://a.example', '--method', 'GET POST'], 'invalid_flag'],
])('auth header and call: %s is refused', async (_case, args, code) => {
  expect((await auth('header', ...args)).json['code']).toBe(code);
  expect((await auth('call', ...args)).json['code']).toBe(code);
});

test('auth call: a GET with a body and two bodies are refused', async () => {
  expect((await auth('call', '--url', world.service.url, '--body', 'x')).json['code']).toBe('invalid_flag');
  expect(
    (await auth('call', '--url', world.service.url, '--method', 'POST', '--body', 'x', '--body-file', 'y')).json[
      'code'
    ],
  ).toBe('invalid_flag');
});

test.each([
  ['a method that fetch does not send', ['--method', 'trace'], '--method TRACE'],
  [
    'a content type with a line end',
    ['--method', 'POST', '--body', 'x', '--content-type', 'a\nb: c'],
    '--content-type',
  ],
  ['an empty content type', ['--method', 'POST', '--body', 'x', '--content-type='], '--content-type'],
])('auth call: %s is refused before anything is sent', async (_case, args, named) => {
  const start = world.service.received.length;
  const { json } = await auth('call', '--url', world.service.url, ...args);
  expect(json).toMatchObject({ ok: false, code: 'invalid_flag', error: expect.stringContaining(named) });
  expect(world.service.received.length).toBe(start);
});

test('auth call: an unreachable host is named', async () => {
  const { json } = await auth('call', '--url', 'http://127.0.0.1:9/x');
  expect(json).toMatchObject({ ok: false, code: 'unreachable' });
});
