import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signRequest } from '../../src/client/http-signatures/sign-request.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { ed25519Signer } from '../fixtures/protocol/ed25519-signer.ts';
import { waitUntil } from '../fixtures/runtime/wait-until.ts';
import { type Agent, audience, createAgent, host } from './agent.ts';
import { type ServedProvider, serveProvider } from './provider.ts';
import { listens } from './proxies.ts';
import { type HeaderLine, type RawResponse, sendRaw } from './raw-request.ts';
import { configOf, route, type StartedGateway, startGateway } from './start-gateway.ts';

const base = `https://${host}`;

let provider: ServedProvider;
let agent: Agent;
beforeAll(async () => {
  provider = await serveProvider();
  agent = createAgent(provider);
});
afterAll(() => provider.stop());

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const config = (...routes: readonly object[]) => configOf(provider.ssoBaseUrl, ...routes);

async function start(content: object, env: Readonly<Record<string, string>> = {}): Promise<StartedGateway> {
  const gateway = await startGateway(content, env);
  ends.push(gateway.stop);
  return gateway;
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: readonly HeaderLine[];
}

/** Asks as a proxy does. */
async function ask({ port }: StartedGateway, { method = 'GET', path = '/notes', headers = [] }: Asked = {}) {
  const response = await sendRaw({
    port,
    target: '/verify',
    host: 'agent-gateway',
    headers: [
      ['X-Forwarded-Method', method],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', host],
      ['X-Forwarded-Uri', path],
      ...headers,
    ],
  });
  return { status: response.status, code: codeOf(response), headers: response.headers };
}

const codeOf = ({ body }: RawResponse): string | undefined =>
  body === '' ? undefined : (JSON.parse(body) as { readonly code?: string }).code;
const prove = (path = '/notes', more = {}) => agent.prove('GET', base + path, more);

test('gateway: every response has all headers of the identity, and an assertion when it is accepted', async () => {
  const gateway = await start(config());
  const names = ['sub', 'jkt', 'client', 'scope', 'helper-of', 'content-digest', 'assertion'];
  const accepted = await ask(gateway, { headers: await prove() });
  expect(accepted.status).toBe(200);
  expect(names.map((name) => accepted.headers.has(`x-agent-${name}`))).toEqual(names.map(() => true));
  const refused = await ask(gateway);
  expect([refused.status, refused.code]).toEqual([401, 'missing_authorization']);
  expect(names.map((name) => refused.headers.get(`x-agent-${name}`))).toEqual(names.map(() => ''));
});

test('gateway: a request from an address that is no trusted proxy is refused, whatever it says', async () => {
  const gateway = await start({ ...config(), trustedProxies: ['192.0.2.0/24', '::1'] });
  const forged: readonly HeaderLine[] = [
    ['X-Forwarded-For', '192.0.2.1'],
    ['X-Real-IP', '192.0.2.1'],
    ['Forwarded', 'for=192.0.2.1'],
  ];
  expect(await ask(gateway, { headers: [...forged, ...(await prove())] })).toMatchObject({
    status: 403,
    code: 'untrusted_proxy',
  });
});

test('gateway: what is not /verify, or not HTTP, is 403', async () => {
  const gateway = await start(config());
  for (const target of ['/', '/verify2', '/%zz', '/verify/%zz', '/metrics/', '*'])
    expect([target, (await sendRaw({ port: gateway.port, target, host: 'x' })).status]).toEqual([target, 403]);
  const large: readonly HeaderLine[] = [['X-Large', 'x'.repeat(20_000)]];
  expect((await sendRaw({ port: gateway.port, target: '/verify', host: 'x', headers: large })).status).toBe(403);
  const twice: readonly HeaderLine[] = [['Content-Length', '5']];
  const smuggled = [...twice, ['Transfer-Encoding', 'chunked'] as const];
  expect((await sendRaw({ port: gateway.port, target: '/verify', host: 'x', headers: smuggled })).status).toBe(403);
});

test('gateway: a proxy that repeats method and path in its own request has to repeat the same ones', async () => {
  const gateway = await start(config());
  const send = async (method: string, target: string) => {
    const headers: readonly HeaderLine[] = [
      ['X-Forwarded-Method', 'GET'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', host],
      ['X-Forwarded-Uri', '/notes?a=1'],
      ...(await prove()),
    ];
    return (await sendRaw({ port: gateway.port, method, target, host, headers })).status;
  };
  expect(await send('GET', '/verify/notes?a=1')).toBe(200);
  expect(await send('DELETE', '/verify/notes?a=1')).toBe(403);
  expect(await send('GET', '/verify/notes')).toBe(403);
  expect(await send('GET', '/verify/admin?a=1')).toBe(403);
});

test('gateway: owners, agents, scopes and the time of authentication are demanded by the route', async () => {
  const gateway = await start(
    config(
      route('/owners', { owners: ['somebody-else'] }),
      route('/agents', { agents: [agent.key.jkt] }),
      route('/others', { agents: ['A'.repeat(43)] }),
      route('/scopes', { scopes: ['forum:write'] }),
      route('/fresh', { maxAge: 60 }),
      route('/fresher', { maxAge: 10, scopes: ['openid'] }),
      route('/audience', { audience: 'https://other.example' }),
      { ...route('/bearer'), scheme: 'bearer' },
    ),
  );
  const outcome = async (path: string, more = {}) => {
    const { status, code } = await ask(gateway, { path, headers: await prove(path, more) });
    return [status, code];
  };
  expect(await outcome('/owners')).toEqual([403, 'owner_not_allowed']);
  expect(await outcome('/owners', { sub: 'somebody-else' })).toEqual([200, undefined]);
  expect(await outcome('/agents')).toEqual([200, undefined]);
  expect(await outcome('/others')).toEqual([403, 'agent_not_allowed']);
  expect(await outcome('/scopes', { scope: 'openid forum:writer' })).toEqual([403, 'insufficient_scope']);
  expect(await outcome('/scopes', { scope: 'openid forum:write' })).toEqual([200, undefined]);
  expect(await outcome('/fresh')).toEqual([200, undefined]);
  expect(await outcome('/fresher')).toEqual([401, 'insufficient_user_authentication']);
  expect(await outcome('/fresh', { claims: { auth_time: undefined } })).toEqual([
    401,
    'insufficient_user_authentication',
  ]);
  expect(await outcome('/audience')).toEqual([401, 'bad_access_token_aud']);
  expect(await outcome('/bearer')).toEqual([401, 'invalid_scheme']);
  const token = await provider.accessToken({ claims: { aud: audience } });
  const bearer = await ask(gateway, { path: '/bearer', headers: [['Authorization', `Bearer ${token}`]] });
  expect([bearer.status, bearer.headers.get('x-agent-jkt')]).toEqual([200, '']);
  const stolen = await provider.accessToken({ jkt: agent.key.jkt, claims: { aud: audience } });
  expect((await ask(gateway, { path: '/bearer', headers: [['Authorization', `Bearer ${stolen}`]] })).code).toBe(
    'bound_access_token',
  );
  const { headers } = await ask(gateway, { path: '/scopes', headers: await prove('/scopes') });
  expect(headers.get('www-authenticate')).toBe(
    'DPoP error="insufficient_scope", scope="openid forum:write", algs="EdDSA Ed25519 ES256"',
  );
});

test('gateway: claims that no header can hold are refused', async () => {
  const gateway = await start(config());
  for (const sub of ['a\r\nX-Agent-Scope: admin', 'é', ' a', 'a\u0000b'])
    expect((await ask(gateway, { headers: await prove('/notes', { sub }) })).code).toBe('unusable_identity');
  const claims = { act: { sub: 'no thumbprint' } };
  expect((await ask(gateway, { headers: await prove('/notes', { claims }) })).code).toBe('bad_act');
});

test('gateway: with nonce, a proof needs the nonce that the challenge gave', async () => {
  const gateway = await start({ ...config(), nonce: true });
  const first = await ask(gateway, { headers: await prove() });
  expect([first.status, first.code]).toEqual([401, 'use_dpop_nonce']);
  expect(first.headers.get('www-authenticate')).toContain('DPoP error="use_dpop_nonce"');
  const nonce = first.headers.get('dpop-nonce') ?? '';
  expect((await ask(gateway, { headers: await prove('/notes', { nonce }) })).status).toBe(200);
});

describe('Web Bot Auth', () => {
  const signer = ed25519Signer(new Uint8Array(32).fill(5));
  const keypair = { publicJwk: signer.jwk, privateKey: signer.sign };
  const sign = async (path: string, init: RequestInit = {}): Promise<readonly HeaderLine[]> => {
    const signatureAgent = provider.publish(signer);
    const { headers } = await signRequest(new Request(base + path, init), { ...keypair, signatureAgent });
    return [...headers];
  };
  const signed = { scheme: 'web-bot-auth', audience: undefined };
  const content = { method: 'POST', body: 'hello' };
  const helloDigest = 'sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:';
  const emptyDigest = 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:';

  test('gateway: a signed request is let through once, with the key and the digest of no content', async () => {
    const gateway = await start(config(route('/pages/{page*}', signed)));
    const headers = await sign('/pages/a/b?c=1');
    const accepted = await ask(gateway, { path: '/pages/a/b?c=1', headers });
    expect([accepted.status, accepted.headers.get('x-agent-content-digest')]).toEqual([200, emptyDigest]);
    expect(accepted.headers.get('x-agent-jkt')).toHaveLength(43);
    expect(accepted.headers.get('x-agent-sub')).toBe('');
    expect((await ask(gateway, { path: '/pages/a/b?c=1', headers })).code).toBe('replayed_nonce');
    const other = await sign('/pages/a');
    expect((await ask(gateway, { path: '/pages/b', headers: other })).code).toBe('bad_signature');
    const missing = await ask(gateway, { path: '/pages/a' });
    expect([missing.status, missing.headers.get('accept-signature')]).toEqual([401, expect.stringContaining('sig1=')]);
  });

  test('gateway: content is refused, or its signed digest is passed on', async () => {
    const gateway = await start(config(route('/refuse', signed), route('/digest', { ...signed, body: 'digest' })));
    const length = [['X-Forwarded-Content-Length', '05']] as const;
    const outcome = async (path: string, init: RequestInit, more: readonly HeaderLine[]) => {
      const headers = [...(await sign(path, { method: 'POST', ...init })), ...more];
      const { status, code, headers: received } = await ask(gateway, { method: 'POST', path, headers });
      return status === 200 ? received.get('x-agent-content-digest') : code;
    };
    expect(await outcome('/refuse', {}, [])).toBe(emptyDigest);
    expect(await outcome('/refuse', {}, length)).toBe('body_refused');
    expect(await outcome('/refuse', content, length)).toBe('body_refused');
    expect(await outcome('/refuse', content, [])).toBe('body_refused');
    expect(await outcome('/digest', content, length)).toBe(helloDigest);
    expect(await outcome('/digest', {}, [])).toBe(emptyDigest);
    expect(await outcome('/digest', {}, length)).toBe('missing_component');
    const replaced = (await sign('/digest', content)).map(([name, value]): HeaderLine =>
      name === 'content-digest' ? [name, emptyDigest] : [name, value],
    );
    expect((await ask(gateway, { method: 'POST', path: '/digest', headers: replaced })).code).toBe('bad_signature');
  });
});

test('gateway: while the provider does not respond, requests are 403, and accepted again afterwards', async () => {
  const port = await freePort();
  const hanging: Server = createServer(() => undefined);
  hanging.listen(port, '127.0.0.1');
  await once(hanging, 'listening');
  ends.push(async () => hanging.close());
  const gateway = await start({ ...config(), issuer: `http://127.0.0.1:${port}` });
  const outcome = await ask(gateway, { headers: await prove() });
  expect([outcome.status, outcome.code]).toEqual([403, 'unavailable']);
  await gateway.configure(config());
  await expect.poll(async () => (await ask(gateway, { headers: await prove() })).status).toBe(200);
});

test('gateway: a changed file is read again, and a wrong one changes nothing', async () => {
  const gateway = await start(config());
  const status = async (path: string) => (await ask(gateway, { path, headers: await prove(path) })).status;
  expect([await status('/notes'), await status('/more')]).toEqual([200, 403]);
  await gateway.configure(config(route('/notes'), route('/more')));
  await expect.poll(() => status('/more')).toBe(200);
  const used = await prove();
  expect((await ask(gateway, { headers: used })).status).toBe(200);
  for (const wrong of ['{', { ...config(), routes: [] }, { ...config(), trustedProxies: ['0.0.0.0/0'] }]) {
    const before = gateway.child.log().split('the former one stays').length;
    await gateway.configure(wrong);
    await waitUntil(() => gateway.child.log().split('the former one stays').length > before);
    expect([await status('/notes'), await status('/more')]).toEqual([200, 200]);
  }
  await gateway.configure(config());
  await expect.poll(() => status('/more')).toBe(403);
  // Used proofs outlive a reload.
  expect((await ask(gateway, { headers: used })).code).toBe('replayed_proof_jti');
});

const hasRedis = spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
if (!hasRedis) console.warn('Several gateways are not tested: they need Redis (apt-get install redis-server).');
test.runIf(hasRedis)(
  'gateway: instances share used proofs in Redis; without Redis every request is refused',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redis-'));
    const port = await freePort();
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--requirepass',
      'p@ss',
      '--save',
      '',
      '--dir',
      folder,
    ];
    const startRedis = async () => {
      const server = spawn('redis-server', options, { stdio: 'ignore' });
      await waitUntil(() => listens(port));
      return async () => {
        const exit = once(server, 'exit');
        server.kill();
        await exit;
      };
    };
    const stopRedis = await startRedis();
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const env = {
      GATEWAY_INSTANCES: '2',
      GATEWAY_KEY: Buffer.alloc(32, 3).toString('base64url'),
      REDIS_URL: `redis://:p%40ss@127.0.0.1:${port}/2`,
    };
    const [one, two] = await Promise.all([start(config(), env), start(config(), env)]);
    const headers = await prove();
    const outcomes = await Promise.all([one, two, one, two].map((gateway) => ask(gateway, { headers })));
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    await stopRedis();
    const outage = await ask(one, { headers: await prove() });
    expect([outage.status, outage.code]).toEqual([403, 'unavailable']);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
    ends.push(await startRedis());
    await expect.poll(async () => (await ask(one, { headers: await prove() })).status).toBe(200);
  },
);

test('gateway: probes, metrics and the key set are served; SIGTERM drains', async () => {
  const admin = await freePort();
  const gateway = await start(config(), { ADMIN_PORT: String(admin), DRAIN_SECONDS: '1' });
  await ask(gateway, { headers: await prove() });
  await ask(gateway);
  const metrics = await (await fetch(`http://127.0.0.1:${admin}/metrics`)).text();
  expect(metrics).toMatch(/gateway_decisions_total\{outcome="accepted"[^}]*\} 1/);
  expect(metrics).toMatch(/gateway_decisions_total\{outcome="missing_authorization"[^}]*\} 1/);
  expect(metrics).toContain('http_request_duration_seconds');
  expect((await fetch(`${gateway.url}/metrics`)).status).toBe(403);
  const keys = await fetch(`${gateway.url}/.well-known/jwks.json`);
  expect([keys.headers.get('cache-control'), (await keys.json()).keys]).toEqual([
    'public, max-age=300',
    [expect.objectContaining({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA' })],
  ]);
  const ready = () => fetch(`http://127.0.0.1:${admin}/readyz`).then(({ status }) => status);
  expect(await ready()).toBe(200);
  const ended = gateway.child.end('SIGTERM');
  await expect.poll(ready).toBe(503);
  expect((await ask(gateway, { headers: await prove() })).status).toBe(200);
  await ended;
});
