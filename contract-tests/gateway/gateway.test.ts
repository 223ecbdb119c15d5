import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { signRequest } from '../../src/client/http-signatures/sign-request.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { hasRedis, startRedis } from '../fixtures/servers.ts';
import { ed25519Signer } from '../fixtures/protocol/keys.ts';
import { waitUntil } from '../fixtures/http.ts';
import { type Agent, audience, createAgent, host } from './agent.ts';
import { askGateway, configOf, route, type StartedGateway, startGateway } from './start-gateway.ts';
import { serveProvider } from './provider.ts';
import { type HeaderLine, sendRaw } from './raw-request.ts';
import { useStarted } from '../fixtures/use-started.ts';

const base = `https://${host}`;

const provider = useStarted(serveProvider);
let agent: Agent;
beforeAll(async () => {
  agent = createAgent(provider);
});

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

const prove = (path = '/notes', more = {}) => agent.prove('GET', base + path, more);

test('gateway: every response has all headers of the identity, and an assertion when it is accepted', async () => {
  const gateway = await start(config());
  const names = ['sub', 'jkt', 'client', 'scope', 'helper-of', 'content-digest', 'assertion'];
  const accepted = await askGateway(gateway, { headers: await prove() });
  expect(accepted.status).toBe(200);
  expect(names.map((name) => accepted.headers.has(`x-agent-${name}`))).toEqual(names.map(() => true));
  const refused = await askGateway(gateway);
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
  expect(await askGateway(gateway, { headers: [...forged, ...(await prove())] })).toMatchObject({
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
    const { status, code } = await askGateway(gateway, { path, headers: await prove(path, more) });
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
  const bearer = await askGateway(gateway, { path: '/bearer', headers: [['Authorization', `Bearer ${token}`]] });
  expect([bearer.status, bearer.headers.get('x-agent-jkt')]).toEqual([200, '']);
  const stolen = await provider.accessToken({ jkt: agent.key.jkt, claims: { aud: audience } });
  expect((await askGateway(gateway, { path: '/bearer', headers: [['Authorization', `Bearer ${stolen}`]] })).code).toBe(
    'bound_access_token',
  );
  const { headers } = await askGateway(gateway, { path: '/scopes', headers: await prove('/scopes') });
  expect(headers.get('www-authenticate')).toBe(
    'DPoP error="insufficient_scope", scope="openid forum:write", algs="EdDSA Ed25519 ES256"',
  );
});

test('gateway: claims that no header can hold are refused', async () => {
  const gateway = await start(config());
  for (const sub of ['a\r\nX-Agent-Scope: admin', 'é', ' a', 'a\u0000b'])
    expect((await askGateway(gateway, { headers: await prove('/notes', { sub }) })).code).toBe('unusable_identity');
  const claims = { act: { sub: 'no thumbprint' } };
  expect((await askGateway(gateway, { headers: await prove('/notes', { claims }) })).code).toBe('bad_act');
});

test('gateway: with nonce, a proof needs the nonce that the challenge gave', async () => {
  const gateway = await start({ ...config(), nonce: true });
  const first = await askGateway(gateway, { headers: await prove() });
  expect([first.status, first.code]).toEqual([401, 'use_dpop_nonce']);
  expect(first.headers.get('www-authenticate')).toContain('DPoP error="use_dpop_nonce"');
  const nonce = first.headers.get('dpop-nonce') ?? '';
  expect((await askGateway(gateway, { headers: await prove('/notes', { nonce }) })).status).toBe(200);
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
    const accepted = await askGateway(gateway, { path: '/pages/a/b?c=1', headers });
    expect([accepted.status, accepted.headers.get('x-agent-content-digest')]).toEqual([200, emptyDigest]);
    expect(accepted.headers.get('x-agent-jkt')).toHaveLength(43);
    expect(accepted.headers.get('x-agent-sub')).toBe('');
    expect((await askGateway(gateway, { path: '/pages/a/b?c=1', headers })).code).toBe('replayed_nonce');
    const other = await sign('/pages/a');
    expect((await askGateway(gateway, { path: '/pages/b', headers: other })).code).toBe('bad_signature');
    const missing = await askGateway(gateway, { path: '/pages/a' });
    expect([missing.status, missing.headers.get('accept-signature')]).toEqual([401, expect.stringContaining('sig1=')]);
  });

  test('gateway: content is refused, or its signed digest is passed on', async () => {
    const gateway = await start(config(route('/refuse', signed), route('/digest', { ...signed, body: 'digest' })));
    const length = [['X-Forwarded-Content-Length', '05']] as const;
    const outcome = async (path: string, init: RequestInit, more: readonly HeaderLine[]) => {
      const headers = [...(await sign(path, { method: 'POST', ...init })), ...more];
      const { status, code, headers: received } = await askGateway(gateway, { method: 'POST', path, headers });
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
    expect((await askGateway(gateway, { method: 'POST', path: '/digest', headers: replaced })).code).toBe(
      'bad_signature',
    );
  });
});

test('gateway: while the provider does not respond, requests are 403, and accepted again afterwards', async () => {
  const port = await freePort();
  const hanging: Server = createServer(() => undefined);
  hanging.listen(port, '127.0.0.1');
  await once(hanging, 'listening');
  ends.push(async () => hanging.close());
  const gateway = await start({ ...config(), issuer: `http://127.0.0.1:${port}` });
  const outcome = await askGateway(gateway, { headers: await prove() });
  expect([outcome.status, outcome.code]).toEqual([403, 'unavailable']);
  await gateway.configure(config());
  await expect.poll(async () => (await askGateway(gateway, { headers: await prove() })).status).toBe(200);
});

test('gateway: a changed file is read again, and a wrong one changes nothing', async () => {
  const gateway = await start(config());
  const status = async (path: string) => (await askGateway(gateway, { path, headers: await prove(path) })).status;
  expect([await status('/notes'), await status('/more')]).toEqual([200, 403]);
  await gateway.configure(config(route('/notes'), route('/more')));
  await expect.poll(() => status('/more')).toBe(200);
  const used = await prove();
  expect((await askGateway(gateway, { headers: used })).status).toBe(200);
  for (const wrong of ['{', { ...config(), routes: [] }, { ...config(), trustedProxies: ['0.0.0.0/0'] }]) {
    const before = gateway.child.log().split('the former one stays').length;
    await gateway.configure(wrong);
    await waitUntil(() => gateway.child.log().split('the former one stays').length > before);
    expect([await status('/notes'), await status('/more')]).toEqual([200, 200]);
  }
  await gateway.configure(config());
  await expect.poll(() => status('/more')).toBe(403);
  // Used proofs outlive a reload.
  expect((await askGateway(gateway, { headers: used })).code).toBe('replayed_proof_jti');
});

if (!hasRedis) console.warn('Several gateways are not tested: they need Redis (apt-get install redis-server).');
test.runIf(hasRedis)(
  'gateway: instances share used proofs in Redis; without Redis every request is refused',
  async () => {
    const redis = await startRedis('--requirepass', 'p@ss');
    ends.push(redis.stop);
    const env = {
      GATEWAY_INSTANCES: '2',
      GATEWAY_KEY: Buffer.alloc(32, 3).toString('base64url'),
      REDIS_URL: `redis://:p%40ss@127.0.0.1:${redis.port}/2`,
    };
    const [one, two] = await Promise.all([start(config(), env), start(config(), env)]);
    const headers = await prove();
    const outcomes = await Promise.all([one, two, one, two].map((gateway) => askGateway(gateway, { headers })));
    expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    await redis.kill();
    const outage = await askGateway(one, { headers: await prove() });
    expect([outage.status, outage.code]).toEqual([403, 'unavailable']);
    expect((await fetch(`${one.url}/readyz`)).status).toBe(503);
    await redis.restart();
    await expect.poll(async () => (await askGateway(one, { headers: await prove() })).status).toBe(200);
  },
);

test('gateway: probes, metrics and the key set are served; SIGTERM drains', async () => {
  const admin = await freePort();
  const gateway = await start(config(), { ADMIN_PORT: String(admin), DRAIN_SECONDS: '1' });
  await askGateway(gateway, { headers: await prove() });
  await askGateway(gateway);
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
  expect((await askGateway(gateway, { headers: await prove() })).status).toBe(200);
  await ended;
});

test('gateway: a token is refused while its status list cannot be read', async () => {
  const gateway = await start(config());
  const status_list = { idx: 3, uri: `${provider.ssoBaseUrl}/oauth/status-lists/1` };
  const outcome = await askGateway(gateway, {
    headers: await prove('/notes', { claims: { status: { status_list } } }),
  });
  expect([outcome.status, outcome.code]).toEqual([403, 'unavailable']);
});

test('gateway: a collector receives spans that continue the trace of the proxy', async () => {
  let received = '';
  const collector = createHttpServer((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.toString()));
    request.on('end', () => response.end('{}'));
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  ends.push(async () => collector.close());
  const { port } = collector.address() as AddressInfo;
  const gateway = await start(config(), { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  const trace = 'a1'.repeat(16);
  await askGateway(gateway, { headers: [['traceparent', `00-${trace}-${'b2'.repeat(8)}-01`], ...(await prove())] });
  await gateway.child.end('SIGTERM');
  expect(received).toContain(trace);
});
