import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useAuth, verifiedProof } from '../../contract-tests/fixtures/cli/core-with-provider.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { respondJson, startTestService } from '../../contract-tests/fixtures/cli/test-service.ts';

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

test('auth call: the request is repeated once for a DPoP nonce challenge', async () => {
  const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'fresh' };
  const start = world.service.received.length;
  world.service.respond = (request, response) => {
    const proof = JSON.parse(
      Buffer.from(String(request.headers['dpop']).split('.')[1] ?? '', 'base64url').toString(),
    ) as { nonce?: string };
    respondJson(response, proof.nonce === 'fresh' ? 200 : 401, {}, challenge);
  };
  expect((await auth('call', '--url', world.service.url, '--method', 'POST', '--body', '{}')).json['status']).toBe(200);
  const [first, second] = world.service.received.slice(start);
  if (first && second)
    expect(verifiedProof(second, world.service.url, 'fresh').jti).not.toBe(verifiedProof(first, world.service.url).jti);
  world.service.respond = (_request, response) => respondJson(response, 401, {}, challenge);
  expect((await auth('call', '--url', world.service.url)).json['status']).toBe(401);
  expect(world.service.received.length).toBe(start + 4);
});

test('auth call: a same-origin redirect is signed again, and 303 becomes GET', async () => {
  const start = world.service.received.length;
  world.service.respond = (request, response) => {
    if (request.path === '/old') response.writeHead(308, { location: '/new' }).end();
    else if (request.path === '/new') response.writeHead(303, { location: '/done' }).end();
    else respondJson(response, 200, {});
  };
  const { json } = await auth('call', '--url', `${world.service.url}/old`, '--method', 'POST', '--body', '{}');
  expect(json).toMatchObject({ ok: true, method: 'GET', url: `${world.service.url}/done` });
  const seen = world.service.received.slice(start);
  expect(seen.map(({ method, path, body }) => [method, path, body.length])).toEqual([
    ['POST', '/old', 2],
    ['POST', '/new', 2],
    ['GET', '/done', 0],
  ]);
  for (const request of seen) verifiedProof(request, world.service.url + request.path);
});

test('auth call: a cross-origin redirect is refused and nothing is sent to it', async () => {
  const other = await startTestService();
  world.service.respond = (_request, response) => response.writeHead(302, { location: `${other.url}/steal` }).end();
  const { json } = await auth('call', '--url', world.service.url);
  expect(json['code']).toBe('cross_origin_redirect');
  expect(other.received).toEqual([]);
  await other.close();
});

test('auth call: a redirect loop ends with too_many_redirects', async () => {
  world.service.respond = (_request, response) => response.writeHead(307, { location: '/again' }).end();
  expect((await auth('call', '--url', world.service.url)).json['code']).toBe('too_many_redirects');
});

test('auth call: --timeout-ms and --max-bytes are enforced', async () => {
  world.service.respond = (_request, response) => response.end('x'.repeat(2000));
  expect((await auth('call', '--url', world.service.url, '--max-bytes', '1000')).json['code']).toBe(
    'response_too_large',
  );
  expect((await auth('call', '--url', world.service.url, '--max-bytes', '2000')).json['ok']).toBe(true);
  world.service.respond = (_request, response) => response.flushHeaders();
  expect((await auth('call', '--url', world.service.url, '--timeout-ms', '200')).json['code']).toBe('timeout');
});

test('auth call: --timeout-ms covers all redirects together', async () => {
  world.service.respond = ({ path }, response) => {
    const next = Number(path.slice(1)) + 1;
    setTimeout(() => response.writeHead(307, { location: `/${next}` }).end(), 150);
  };
  expect((await auth('call', '--url', `${world.service.url}/0`, '--timeout-ms', '500')).json['code']).toBe('timeout');
});

test('auth header and call: without a bound session the error names bootstrap and bind [B48, B63]', async () => {
  const empty = toolkit.scratch();
  for (const prepared of [false, true]) {
    if (prepared) await toolkit.run('agent-id-core', ['init', '--state-dir', empty]);
    for (const command of ['header', 'call']) {
      const { json, code } = await toolkit.run('agent-id-auth', [
        command,
        '--url',
        'https://a.example',
        '--state-dir',
        empty,
      ]);
      expect(code).toBe(1);
      expect(json['error']).toMatch(/^No bound session with access_token/);
    }
  }
});

test('auth call: an access token about to expire is refreshed once for all processes [B49]', async () => {
  world.provider.behaviour.accessTokenSeconds = 30;
  await world.bind();
  world.provider.behaviour.accessTokenSeconds = 900;
  const before = session()['accessToken'];
  const start = world.provider.requests.length;
  const runs = await Promise.all(
    Array.from({ length: 8 }, () =>
      toolkit.spawn('agent-id-auth', ['header', '--url', 'https://a.example', '--state-dir', world.stateDir]),
    ),
  );
  expect(new Set(runs.map(({ json }) => json['authorization']))).toEqual(new Set([`DPoP ${session()['accessToken']}`]));
  expect(session()['accessToken']).not.toBe(before);
  expect(world.provider.requests.slice(start).filter((one) => one.endsWith('/oauth/token'))).toHaveLength(1);
});

test('auth call: a valid access token is used when the provider cannot refresh it', async () => {
  world.provider.behaviour.accessTokenSeconds = 30;
  await world.bind();
  const broken = {
    path: '/oauth/token',
    response: [503, { error: 'temporarily_unavailable', error_description: 'x' }],
  } as const;
  world.provider.behaviour.nextResponses.push(broken, broken);
  const { json, stderr } = await auth('header', '--url', 'https://a.example');
  expect(json['ok']).toBe(true);
  expect(stderr).toContain('retryable');
});

test('auth call: a revoked authorization fails with authorization_revoked', async () => {
  world.provider.behaviour.accessTokenSeconds = 30;
  await world.bind();
  world.provider.behaviour.revoked = true;
  expect((await auth('header', '--url', 'https://a.example')).json['error']).toMatch(
    /^Session refresh failed \(authorization revoked\)/,
  );
});

test('auth call: an access token that the service refuses is renewed once, and the call repeated', async () => {
  const before = session()['accessToken'];
  world.service.respond = ({ headers }, response) => {
    if (headers.authorization === `DPoP ${before}`)
      response.writeHead(401, { 'www-authenticate': 'DPoP error="invalid_token"' }).end();
    else respondJson(response, 200, { fresh: true });
  };
  const { json } = await auth('call', '--url', world.service.url, '--method', 'POST', '--body', '{"a":1}');
  expect(json).toMatchObject({ ok: true, status: 200, body: { fresh: true } });
  expect(world.service.received.slice(-2).map(({ body }) => body.toString())).toEqual(['{"a":1}', '{"a":1}']);
  expect(session()['accessToken']).not.toBe(before);
});

test('auth call: a paused agent is told so, also while its access token has not expired, and keeps its session', async () => {
  world.provider.behaviour.paused = true;
  const before = session()['refreshToken'];
  world.service.respond = (_request, response) => {
    response.writeHead(401, { 'www-authenticate': 'DPoP error="invalid_token"' }).end();
  };
  const { json, code } = await auth('call', '--url', world.service.url);
  expect([code, json['code']]).toEqual([1, 'agent_paused']);
  expect(json['error']).toMatch(/paused by its owner/);
  expect(session()['refreshToken']).toBe(before);
});
