import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accessTokenHash, verifyDpopProof } from '../../src/protocol/dpop-proof.ts';
import { bindTestAgent } from '../../contract-tests/fixtures/cli/bind-test-agent.ts';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';
import { startTestProvider, type TestProvider } from '../../contract-tests/fixtures/cli/test-provider.ts';
import {
  respondJson,
  startTestService,
  type ReceivedRequest,
  type TestService,
} from '../../contract-tests/fixtures/cli/test-service.ts';

const toolkit = useToolkit('agent-id-auth');
let provider: TestProvider;
let service: TestService;
let stateDir: string;

const auth = (...args: readonly string[]) => toolkit.run('agent-id-auth', [...args, '--state-dir', stateDir]);
const session = (): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(stateDir, 'owner-session.json'), 'utf8')) as Readonly<Record<string, string>>;

/** Verifies a request for a URL as a service does (RFC 9449 §4.3). */
function verified({ method, headers }: Pick<ReceivedRequest, 'method' | 'headers'>, url: string, nonce?: string) {
  const proof = verifyDpopProof({
    proof: String(headers['dpop']),
    htm: method,
    htu: url,
    now: Date.now() / 1000,
    ...(nonce !== undefined && { nonce }),
  });
  expect(headers.authorization).toMatch(/^DPoP /);
  expect(proof.ath).toBe(accessTokenHash(String(headers.authorization).slice(5)));
  return proof;
}

beforeAll(async () => {
  [provider, service] = [await startTestProvider(), await startTestService()];
});
afterAll(async () => {
  await provider.close();
  await service.close();
});
beforeEach(async () => {
  provider.behaviour.accessTokenSeconds = 900;
  provider.behaviour.revoked = false;
  provider.behaviour.nextResponses.length = 0;
  stateDir = await bindTestAgent(toolkit, provider);
  service.respond = (_request, response) => respondJson(response, 200, { hello: 'agent' });
});

test('auth header: each proof is new and bound to the method and URL', async () => {
  const url = 'https://api.example.org/posts?x=1#y';
  const [one, two] = [
    await auth('header', '--url', url, '--method', 'post'),
    await auth('header', '--url', url, '--method', 'post'),
  ];
  expect(Object.keys(one.json)).toEqual(['ok', 'authorization', 'dpop', 'method', 'url']);
  expect(one.json).toMatchObject({ ok: true, method: 'POST', url, authorization: `DPoP ${session()['accessToken']}` });
  const proofs = [one, two].map(({ json }) =>
    verified(
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
  const url = `${service.url}/things?a=b`;
  const { json, code } = await auth('call', '--url', url);
  expect([code, json]).toEqual([
    0,
    { ok: true, status: 200, method: 'GET', url, contentType: 'application/json', body: { hello: 'agent' } },
  ]);
  const request = service.received.at(-1);
  if (request) verified(request, url);
  expect(request?.headers['content-type']).toBe(undefined);
});

test('auth call: a body from --body or --body-file is sent as JSON by default', async () => {
  const file = join(toolkit.scratch(), 'body');
  writeFileSync(file, Buffer.from([0, 255, 10]));
  await auth('call', '--url', service.url, '--method', 'post', '--body', '{"a":"ä"}');
  await auth(
    'call',
    '--url',
    service.url,
    '--method',
    'PUT',
    '--body-file',
    file,
    '--content-type',
    'application/octet-stream',
  );
  const [first, second] = service.received.slice(-2);
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
    ['call', '--url', service.url, '--method', 'POST', '--body-file', '-', '--state-dir', stateDir],
    { stdin: 'piped' },
  );
  expect(service.received.at(-1)?.body.toString()).toBe('piped');
});

test.each([
  ['a 403', 403, 'application/json', '{"ok":false}', { ok: false }],
  ['a server error', 500, 'text/plain', 'broken', 'broken'],
  ['malformed JSON', 200, 'application/json; charset=utf-8', '{', '{'],
  ['JSON of another type', 200, 'application/problem+json', '{}', '{}'],
  ['an empty response', 204, '', '', ''],
])('auth call: %s sets ok, status, body and exit code', async (_case, status, type, text, body) => {
  service.respond = (_request, response) => {
    response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(text);
  };
  const { json, code } = await auth('call', '--url', service.url);
  expect(json).toMatchObject({ ok: status < 300, status, contentType: type === '' ? null : type, body });
  expect(code).toBe(status < 300 ? 0 : 1);
});

test('auth call: --header adds headers, each once', async () => {
  const headers = ['--header', 'Accept: text/plain', '--header=X-Request-Id:  7 '];
  expect((await auth('call', '--url', service.url, ...headers)).code).toBe(0);
  expect(service.received.at(-1)?.headers).toMatchObject({ accept: 'text/plain', 'x-request-id': '7' });
  verified(service.received.at(-1) ?? { method: '', headers: {} }, `${service.url}/`);
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
  const before = service.received.length;
  const { json } = await auth('call', '--url', service.url, `--header=${header}`);
  expect([json['code'], json['error']]).toEqual(['invalid_flag', expect.stringContaining(named)]);
  expect(service.received).toHaveLength(before);
});

const png = Buffer.from('89504e470d0a1a0a00ff', 'hex');

test('auth call: a body that is not UTF-8 is printed as bodyBase64', async () => {
  service.respond = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  const { json } = await auth('call', '--url', service.url);
  expect(json).toMatchObject({ ok: true, contentType: 'image/png', body: null, bodyBase64: png.toString('base64') });
});

test('auth call: --output writes the exact bytes and leaves no temporary file', async () => {
  service.respond = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  const folder = toolkit.scratch();
  const output = join(folder, 'image.png');
  const { json } = await auth('call', '--url', service.url, '--output', output);
  expect(json).toMatchObject({ ok: true, body: null, output, bytes: png.length });
  expect(readFileSync(output)).toEqual(png);
  expect(readdirSync(folder)).toEqual(['image.png']);
});

test.each([
  ['a missing folder', '/nonexistent/x'],
  ['a directory', '/'],
])('auth call: --output in %s is refused before anything is sent', async (_case, output) => {
  const before = service.received.length;
  const { json } = await auth('call', '--url', service.url, '--output', output);
  expect([json['code'], json['error']]).toEqual(['unwritable_file', expect.stringContaining('--output')]);
  expect(service.received).toHaveLength(before);
});

test('auth call: a failed request leaves an existing --output file unchanged', async () => {
  const folder = toolkit.scratch();
  const output = join(folder, 'old');
  writeFileSync(output, 'old');
  service.respond = (_request, response) => response.destroy();
  expect((await auth('call', '--url', service.url, '--output', output)).json['code']).toBe('unreachable');
  expect([readFileSync(output, 'utf8'), readdirSync(folder)]).toEqual(['old', ['old']]);
});

test('auth call: the request is repeated once for a DPoP nonce challenge', async () => {
  const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'fresh' };
  const start = service.received.length;
  service.respond = (request, response) => {
    const proof = JSON.parse(
      Buffer.from(String(request.headers['dpop']).split('.')[1] ?? '', 'base64url').toString(),
    ) as { nonce?: string };
    respondJson(response, proof.nonce === 'fresh' ? 200 : 401, {}, challenge);
  };
  expect((await auth('call', '--url', service.url, '--method', 'POST', '--body', '{}')).json['status']).toBe(200);
  const [first, second] = service.received.slice(start);
  if (first && second) expect(verified(second, service.url, 'fresh').jti).not.toBe(verified(first, service.url).jti);
  service.respond = (_request, response) => respondJson(response, 401, {}, challenge);
  expect((await auth('call', '--url', service.url)).json['status']).toBe(401);
  expect(service.received.length).toBe(start + 4);
});

test('auth call: a same-origin redirect is signed again, and 303 becomes GET', async () => {
  const start = service.received.length;
  service.respond = (request, response) => {
    if (request.path === '/old') response.writeHead(308, { location: '/new' }).end();
    else if (request.path === '/new') response.writeHead(303, { location: '/done' }).end();
    else respondJson(response, 200, {});
  };
  const { json } = await auth('call', '--url', `${service.url}/old`, '--method', 'POST', '--body', '{}');
  expect(json).toMatchObject({ ok: true, method: 'GET', url: `${service.url}/done` });
  const seen = service.received.slice(start);
  expect(seen.map(({ method, path, body }) => [method, path, body.length])).toEqual([
    ['POST', '/old', 2],
    ['POST', '/new', 2],
    ['GET', '/done', 0],
  ]);
  for (const request of seen) verified(request, service.url + request.path);
});

test('auth call: a cross-origin redirect is refused and nothing is sent to it', async () => {
  const other = await startTestService();
  service.respond = (_request, response) => response.writeHead(302, { location: `${other.url}/steal` }).end();
  const { json } = await auth('call', '--url', service.url);
  expect(json['code']).toBe('cross_origin_redirect');
  expect(other.received).toEqual([]);
  await other.close();
});

test('auth call: a redirect loop ends with too_many_redirects', async () => {
  service.respond = (_request, response) => response.writeHead(307, { location: '/again' }).end();
  expect((await auth('call', '--url', service.url)).json['code']).toBe('too_many_redirects');
});

test('auth call: --timeout-ms and --max-bytes are enforced', async () => {
  service.respond = (_request, response) => response.end('x'.repeat(2000));
  expect((await auth('call', '--url', service.url, '--max-bytes', '1000')).json['code']).toBe('response_too_large');
  expect((await auth('call', '--url', service.url, '--max-bytes', '2000')).json['ok']).toBe(true);
  service.respond = (_request, response) => response.flushHeaders();
  expect((await auth('call', '--url', service.url, '--timeout-ms', '200')).json['code']).toBe('timeout');
});

test('auth call: --timeout-ms covers all redirects together', async () => {
  service.respond = ({ path }, response) => {
    const next = Number(path.slice(1)) + 1;
    setTimeout(() => response.writeHead(307, { location: `/${next}` }).end(), 150);
  };
  expect((await auth('call', '--url', `${service.url}/0`, '--timeout-ms', '500')).json['code']).toBe('timeout');
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
  expect((await auth('call', '--url', service.url, '--body', 'x')).json['code']).toBe('invalid_flag');
  expect(
    (await auth('call', '--url', service.url, '--method', 'POST', '--body', 'x', '--body-file', 'y')).json['code'],
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
  const start = service.received.length;
  const { json } = await auth('call', '--url', service.url, ...args);
  expect(json).toMatchObject({ ok: false, code: 'invalid_flag', error: expect.stringContaining(named) });
  expect(service.received.length).toBe(start);
});

test('auth call: an unreachable host is named', async () => {
  const { json } = await auth('call', '--url', 'http://127.0.0.1:9/x');
  expect(json).toMatchObject({ ok: false, code: 'unreachable' });
});

test('auth header and call: without a bound session the error names bootstrap and bind', async () => {
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

test('auth call: an access token about to expire is refreshed once for all processes', async () => {
  provider.behaviour.accessTokenSeconds = 30;
  stateDir = await bindTestAgent(toolkit, provider);
  provider.behaviour.accessTokenSeconds = 900;
  const before = session()['accessToken'];
  const start = provider.requests.length;
  const runs = await Promise.all(
    Array.from({ length: 8 }, () =>
      toolkit.spawn('agent-id-auth', ['header', '--url', 'https://a.example', '--state-dir', stateDir]),
    ),
  );
  expect(new Set(runs.map(({ json }) => json['authorization']))).toEqual(new Set([`DPoP ${session()['accessToken']}`]));
  expect(session()['accessToken']).not.toBe(before);
  expect(provider.requests.slice(start).filter((one) => one.endsWith('/oauth/token'))).toHaveLength(1);
});

test('auth call: a valid access token is used when the provider cannot refresh it', async () => {
  provider.behaviour.accessTokenSeconds = 30;
  stateDir = await bindTestAgent(toolkit, provider);
  const broken = {
    path: '/oauth/token',
    response: [503, { error: 'temporarily_unavailable', error_description: 'x' }],
  } as const;
  provider.behaviour.nextResponses.push(broken, broken);
  const { json, stderr } = await auth('header', '--url', 'https://a.example');
  expect(json['ok']).toBe(true);
  expect(stderr).toContain('retryable');
});

test('auth call: a revoked authorization fails with authorization_revoked', async () => {
  provider.behaviour.accessTokenSeconds = 30;
  stateDir = await bindTestAgent(toolkit, provider);
  provider.behaviour.revoked = true;
  expect((await auth('header', '--url', 'https://a.example')).json['error']).toMatch(
    /^Session refresh failed \(authorization revoked\)/,
  );
});
