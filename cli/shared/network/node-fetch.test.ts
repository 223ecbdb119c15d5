import { execFile } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createCertificate,
  startConnectProxy,
  startTlsFront,
  type ConnectProxy,
  type Listening,
} from '../../../contract-tests/fixtures/cli/connect-proxy.ts';
import {
  cleanEnv,
  useToolkit,
  type ExecutableName,
  type RunOutput,
  initRepo,
  installedNodes,
} from '../../../contract-tests/fixtures/cli/executables.ts';
import {
  ownerSub,
  providerAddress,
  startTestProvider,
  type TestProvider,
} from '../../../contract-tests/fixtures/cli/test-provider.ts';
import { respondJson, startTestService, type TestService } from '../../../contract-tests/fixtures/cli/test-service.ts';
import { hasNetworkSettings, proxyFor } from './proxy.ts';

// The hosts exist only behind the proxy, and their certificate is private.
const toolkit = useToolkit('agent-id-core', 'agent-id-git', 'agent-id-auth');
let provider: TestProvider;
let service: TestService;
let fronts: readonly Listening[];
let proxy: ConnectProxy;
let certificate: string;

beforeAll(async () => {
  const folder = toolkit.scratch();
  certificate = createCertificate(folder, ['sso.test', 'api.test']);
  provider = await startTestProvider('https://sso.test');
  service = await startTestService();
  service.respond = (_request, response) => respondJson(response, 200, { hello: 'agent' });
  fronts = [await startTlsFront(folder, provider.port), await startTlsFront(folder, Number(new URL(service.url).port))];
  proxy = await startConnectProxy({ 'sso.test:443': fronts[0]?.port ?? 0, 'api.test:443': fronts[1]?.port ?? 0 });
});
afterAll(async () => {
  for (const one of [proxy, ...fronts, service, provider]) await one.close();
});

const proxyUrl = (credentials = 'user:hunter2@') => `http://${credentials}127.0.0.1:${proxy.port}`;

function runWith(node: string, env: Readonly<Record<string, string>>) {
  const home = initRepo(toolkit.scratch());
  return (name: ExecutableName, ...args: readonly string[]): Promise<RunOutput> =>
    new Promise((resolve) => {
      const child = execFile(
        node,
        [toolkit.path(name), ...args],
        {
          timeout: 20_000,
          cwd: home,
          env: { ...cleanEnv(home), SSO_BASE_URL: provider.url, PLATFORM_PROVIDER_ADDRESS: providerAddress, ...env },
        },
        (error, stdout, stderr) => {
          const json = stdout.startsWith('{') ? (JSON.parse(stdout) as Readonly<Record<string, unknown>>) : {};
          resolve({ code: error ? 1 : 0, stdout, stderr, json });
        },
      );
      child.stdin?.end();
    });
}

test.each([...installedNodes()])(
  'proxy: sign-in, refresh, commit, verify and call work through CONNECT with a private authority on Node %s',
  async (_version, node) => {
    const before = proxy.tunnels.length;
    const run = runWith(node, { HTTPS_PROXY: proxyUrl(), NODE_EXTRA_CA_CERTS: certificate });
    expect(await run('agent-id-core', 'bootstrap')).toMatchObject({ code: 0, json: { ok: true } });
    expect((await run('agent-id-core', 'refresh')).json).toMatchObject({ ok: true });
    expect((await run('agent-id-git', 'commit', '-m', 'Behind a proxy', '--allow-empty')).json).toMatchObject({
      ok: true,
    });
    expect((await run('agent-id-git', 'verify')).json).toMatchObject({
      ok: true,
      ownerSub,
      issuer: 'https://sso.test',
    });
    const call = await run(
      'agent-id-auth',
      'call',
      '--url',
      'https://api.test/x',
      '--method',
      'POST',
      '--body',
      '{"a":1}',
    );
    expect(call.json).toMatchObject({ ok: true, status: 200, body: { hello: 'agent' } });
    expect(service.received.at(-1)).toMatchObject({ method: 'POST', path: '/x', body: Buffer.from('{"a":1}') });
    expect(new Set(proxy.tunnels.slice(before))).toEqual(new Set(['sso.test:443', 'api.test:443']));
  },
);

test.each([...installedNodes()])('proxy: SSL_CERT_FILE adds a private authority on Node %s', async (_version, node) => {
  const run = runWith(node, { https_proxy: proxyUrl(), SSL_CERT_FILE: certificate });
  expect((await run('agent-id-core', 'bootstrap')).json).toMatchObject({ ok: true });
});

test.each([...installedNodes()])('proxy: --ca-file adds a private authority on Node %s', async (_version, node) => {
  const run = runWith(node, { HTTPS_PROXY: proxyUrl() });
  expect((await run('agent-id-auth', 'discover', '--url', 'https://api.test')).json['code']).toBe('unreachable');
  expect((await run('agent-id-core', 'bootstrap', '--ca-file', certificate)).json).toMatchObject({ ok: true });
  const commit = ['commit', '--allow-empty', '-m', 'With a private authority'];
  expect((await run('agent-id-git', ...commit, '--ca-file', certificate)).json).toMatchObject({ attested: true });
  expect((await run('agent-id-git', ...commit)).json).toMatchObject({ attested: false });
});

test.each([
  ['is missing', '/nonexistent', 'unreadable_file'],
  ['contains no certificate', import.meta.filename, 'invalid_flag'],
])('call: a --ca-file that %s is refused before any request', async (_case, path, code) => {
  const { json } = await toolkit.run('agent-id-auth', ['support', '--url', 'https://api.test', '--ca-file', path]);
  expect([json['code'], json['error']]).toEqual([code, expect.stringContaining('--ca-file')]);
});

const support = ['support', '--url', 'https://api.test'] as const;
const discover = ['discover', '--url', 'https://api.test'] as const;

test('proxy: a failure names the proxy and never its password', async () => {
  const wrong = runWith(process.execPath, { HTTPS_PROXY: proxyUrl('user:hunter3@'), NODE_EXTRA_CA_CERTS: certificate });
  const refused = await wrong('agent-id-auth', ...discover);
  expect(refused.json).toMatchObject({
    code: 'unreachable',
    error: expect.stringContaining(`the proxy ${proxyUrl('')}`),
  });
  expect(String(refused.json['error'])).toContain('407');
  const down = runWith(process.execPath, { HTTPS_PROXY: 'http://user:hunter3@127.0.0.1:1' });
  const unreachable = await down('agent-id-auth', ...discover);
  expect(unreachable.json['error']).toContain('the proxy http://127.0.0.1:1 cannot be reached');
  const invalid = await runWith(process.execPath, { HTTPS_PROXY: 'socks5://user:hunter3@p:1' })(
    'agent-id-auth',
    ...support,
  );
  expect(invalid.stderr).toContain('HTTPS_PROXY is not an http or https URL');
  for (const { stdout, stderr } of [refused, unreachable, invalid]) expect(stdout + stderr).not.toContain('hunter');
});

test('proxy: a certificate of an unknown authority is refused', async () => {
  const run = runWith(process.execPath, { HTTPS_PROXY: proxyUrl() });
  expect((await run('agent-id-auth', ...discover)).json).toMatchObject({
    code: 'unreachable',
    error: expect.stringContaining('self-signed certificate'),
  });
});

test('proxy: an http URL is sent to HTTP_PROXY in absolute form', async () => {
  const run = runWith(process.execPath, { HTTP_PROXY: proxyUrl() });
  await run('agent-id-auth', 'discover', '--url', 'http://plain.test', '--allow-insecure');
  expect(proxy.forwarded.at(-1)).toBe('http://plain.test/.well-known/platform-agent-id.json');
});

test('proxy: loopback and NO_PROXY hosts are reached directly', async () => {
  const before = proxy.tunnels.length + proxy.forwarded.length;
  const run = runWith(process.execPath, { HTTPS_PROXY: proxyUrl(), HTTP_PROXY: proxyUrl(), NO_PROXY: 'api.test' });
  expect((await run('agent-id-auth', 'support', '--url', service.url)).json).toMatchObject({ ok: true });
  expect((await run('agent-id-auth', ...discover)).json['code']).toBe('unreachable');
  expect(proxy.tunnels.length + proxy.forwarded.length).toBe(before);
});

test('proxy: compressed responses are decoded and limited by their decoded size', async () => {
  const page = gzipSync(`<meta name="platform-agent-id" content="v1">${' '.repeat(2_000_000)}`);
  service.respond = (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(page);
  const run = runWith(process.execPath, { HTTPS_PROXY: proxyUrl(), NODE_EXTRA_CA_CERTS: certificate });
  expect((await run('agent-id-auth', ...support)).json).toMatchObject({ ok: true, supported: true });
  expect((await run('agent-id-auth', ...discover)).json['code']).not.toBe('internal_error');
  service.respond = (_request, response) => respondJson(response, 200, { hello: 'agent' });
});

test('proxy: the timeout also ends a proxy that does not respond', async () => {
  const silent = await startTestService();
  silent.respond = () => undefined;
  try {
    const run = runWith(process.execPath, { HTTP_PROXY: silent.url });
    const { json } = await run(
      'agent-id-auth',
      'discover',
      '--url',
      'http://plain.test',
      '--allow-insecure',
      '--timeout-ms',
      '300',
    );
    expect(json['code']).toBe('timeout');
  } finally {
    await silent.close();
  }
});

const chosenProxy = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href;

test.each([
  ['https://a.test', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['https://a.test', { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://up:1' }, 'http://low:1/'],
  ['http://a.test', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['http://a.test', { HTTP_PROXY: 'p:1' }, 'http://p:1/'],
  ['https://a.test', { HTTPS_PROXY: 'https://p:1' }, 'https://p:1/'],
  ['https://a.test', {}, undefined],
  ['http://localhost:4001', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['http://[::1]:4001', { HTTP_PROXY: 'http://p:1' }, undefined],
])('proxy settings: %s with %j uses the proxy %s', (url, env, expected) => {
  expect(chosenProxy(url, env)).toBe(expected);
});

test.each([
  ['*', 'https://a.test', true],
  ['a.test', 'https://a.test', true],
  ['a.test', 'https://b.a.test', true],
  ['.a.test', 'https://b.a.test', true],
  ['*.a.test', 'https://b.a.test', true],
  ['A.TEST', 'https://a.test', true],
  ['b.test, a.test', 'https://a.test', true],
  ['a.test:443', 'https://a.test', true],
  ['a.test:8443', 'https://a.test', false],
  ['a.test:8443', 'https://a.test:8443', true],
  ['test-a.test', 'https://a.test', false],
  ['a.test', 'https://not-a.test', false],
  ['10.0.0.1', 'https://10.0.0.1', true],
  ['fd00::1', 'https://[fd00::1]', true],
  ['', 'https://a.test', false],
])('proxy settings: NO_PROXY %j excludes %s: %s', (list, url, excluded) => {
  expect(chosenProxy(url, { HTTPS_PROXY: 'http://p:1', NO_PROXY: list }) === undefined).toBe(excluded);
});

test('proxy settings: an invalid proxy is named by its variable, without its value', () => {
  const env = { HTTPS_PROXY: 'socks5://user:hunter2@p:1' };
  expect(() => chosenProxy('https://a.test', env)).toThrow('HTTPS_PROXY is not an http or https URL');
  expect(() => chosenProxy('https://a.test', env)).not.toThrow('hunter2');
});

test('proxy settings: only proxy and certificate variables replace the built-in fetch', () => {
  expect(hasNetworkSettings({ NO_PROXY: 'a', NODE_EXTRA_CA_CERTS: 'b' })).toBe(false);
  expect(hasNetworkSettings({ https_proxy: 'p:1' })).toBe(true);
  expect(hasNetworkSettings({ SSL_CERT_FILE: '/x' })).toBe(true);
});
