import { execFileSync, spawnSync } from 'node:child_process';
import { connect as connectHttp2, type OutgoingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type ChildProgram, startChildProgram } from '../fixtures/child-program.ts';
import { waitUntil } from '../fixtures/runtime/wait-until.ts';
import { type Agent, audience, createAgent, host } from './agent.ts';
import { type ServedProvider, serveProvider } from './provider.ts';
import { listens, proxies, type StartedProxy } from './proxies.ts';
import { type RawRequest, type RawResponse, sendRaw } from './raw-request.ts';
import { type StartedGateway, startGateway } from './start-gateway.ts';

const go = ['go', '/usr/local/go/bin/go'].find(
  (name) => spawnSync(name, ['version'], { stdio: 'ignore' }).status === 0,
);
const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
/** An upstream in Python behind one proxy, in Go behind another. */
const upstreams = {
  python: () => ['python3', 'upstream.py'] as const,
  go: () => {
    const program = join(tmpdir(), `upstream-${process.pid}`);
    execFileSync(go ?? 'go', ['build', '-o', program, 'upstream.go'], { cwd: import.meta.dirname });
    return [program] as const;
  },
};
const cases = proxies.map((proxy) => {
  const language: keyof typeof upstreams = proxy.name === 'Caddy' || proxy.name === 'Envoy' ? 'go' : 'python';
  return { ...proxy, language, isPossible: proxy.isInstalled && (language === 'go' ? go !== undefined : hasPython) };
});
for (const { name, isPossible, language } of cases)
  if (!isPossible) console.warn(`The gateway behind ${name} is not tested: ${name} or ${language} is missing.`);
test.runIf(process.env['CI'])('nginx and Caddy, Python and Go are installed in CI', () => {
  expect(cases.filter(({ isPossible }) => isPossible).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['nginx', 'Caddy']),
  );
});

/** What the upstream received. */
interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

let provider: ServedProvider;
let agent: Agent;
beforeAll(async () => {
  provider = await serveProvider();
  agent = createAgent(provider);
});
afterAll(() => provider.stop());

describe.each(cases.filter(({ isPossible }) => isPossible))('$name, $language', ({ name, start, language }) => {
  let ports: { readonly https: number; readonly http: number; readonly gateway: number; readonly upstream: number };
  let gateway: StartedGateway;
  let proxy: StartedProxy;
  let upstream: ChildProgram;
  let base: string;

  beforeAll(async () => {
    const https = await freePort();
    const authority = `${host}:${https}`;
    base = `https://${authority}`;
    const common = { host: authority, audience };
    gateway = await startGateway({
      issuer: provider.ssoBaseUrl,
      trustedProxies: ['127.0.0.1/32'],
      assertion: { audience: 'https://notes.internal' },
      routes: [
        { ...common, methods: ['GET', 'POST'], path: '/notes', scheme: 'dpop' },
        { ...common, methods: ['GET', 'DELETE'], path: '/notes/{id}', scheme: 'dpop' },
        { ...common, methods: ['GET'], path: '/admin', scheme: 'dpop', owners: ['nobody'] },
        { ...common, methods: ['GET'], path: '/plain', scheme: 'bearer' },
      ],
    });
    ports = { https, http: await freePort(), gateway: gateway.port, upstream: await freePort() };
    const [program, ...args] = upstreams[language]();
    upstream = startChildProgram(program, [...args, String(ports.upstream)], { cwd: import.meta.dirname });
    await waitUntil(() => listens(ports.upstream));
    // Shorter than in the file, for the test of a gateway that does not respond.
    proxy = await start(ports, (text) => text.replaceAll('10s', '2s'));
  });
  afterAll(async () => {
    await proxy.stop();
    await gateway.stop();
    await upstream.end('SIGKILL');
  });

  const send = (request: Omit<RawRequest, 'port'>): Promise<RawResponse> =>
    sendRaw({ port: ports.https, servername: host, host: `${host}:${ports.https}`, ...request });
  const seenBy = ({ body }: RawResponse): Seen => JSON.parse(body);
  const field = ({ headers }: Seen, name: string) =>
    headers.filter(([sent]) => sent.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  /** Everything that CGI and WSGI would read as a header of the gateway. */
  const identityOf = ({ headers }: Seen) =>
    headers.filter(([sent]) => /^x[-_]agent[-_]/i.test(sent)).map(([sent, value]) => [sent.toLowerCase(), value]);

  test(`${name}: the upstream gets the verified owner, key, client and scope, and an assertion that the key set verifies`, async () => {
    const headers = await agent.prove('GET', `${base}/notes/7`, { scope: 'openid forum:write' });
    const response = await send({ target: '/notes/7?draft=1', headers });
    expect([response.status, response.body]).toEqual([200, expect.stringContaining('/notes/7?draft=1')]);
    const seen = seenBy(response);
    expect(field(seen, 'x-agent-jkt')).toEqual([agent.key.jkt]);
    expect(field(seen, 'x-agent-sub')).toEqual(['5e55105e55105e55105e55105e551000']);
    expect(field(seen, 'x-agent-client')).toEqual([provider.providerAddress]);
    expect(field(seen, 'x-agent-scope')).toEqual(['openid forum:write']);
    expect(field(seen, 'x-agent-helper-of').join('')).toBe('');
    expect([...field(seen, 'authorization'), ...field(seen, 'dpop')]).toEqual([]);

    const keys = await (await fetch(`${gateway.url}/.well-known/jwks.json`)).json();
    const { payload, protectedHeader } = await jwtVerify(
      field(seen, 'x-agent-assertion')[0] ?? '',
      createLocalJWKSet(keys),
      { typ: 'agent-assertion+jwt', issuer: 'agent-gateway', audience: 'https://notes.internal' },
    );
    expect(protectedHeader.alg).toBe('EdDSA');
    expect(payload).toMatchObject({ cnf: { jkt: agent.key.jkt }, htm: 'GET', htu: `${base}/notes/7` });
  });

  test(`${name}: the body and the method of a request reach the upstream`, async () => {
    const headers = await agent.prove('POST', `${base}/notes`);
    const response = await send({ method: 'POST', target: '/notes', headers, body: 'hello' });
    expect(response.status).toBe(200);
    expect(seenBy(response)).toMatchObject({ method: 'POST', path: '/notes', body: 'hello' });
  });

  test(`${name}: a helper's agents are in X-Agent-Helper-Of`, async () => {
    const claims = { act: { sub: agent.key.jkt, act: { sub: 'A'.repeat(43) } } };
    const response = await send({ target: '/notes', headers: await agent.prove('GET', `${base}/notes`, { claims }) });
    expect(field(seenBy(response), 'x-agent-helper-of')).toEqual(['A'.repeat(43)]);
  });

  test(`${name}: without credentials the client gets 401 with the challenge and its algorithms`, async () => {
    const response = await send({ target: '/notes' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      'DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"',
    );
    expect(JSON.parse(response.body)).toMatchObject({ ok: false, code: 'missing_authorization' });
  });

  test(`${name}: a proof that was used is refused`, async () => {
    const headers = await agent.prove('GET', `${base}/notes`);
    expect((await send({ target: '/notes', headers })).status).toBe(200);
    const again = await send({ target: '/notes', headers });
    expect([again.status, JSON.parse(again.body)]).toMatchObject([401, { code: 'replayed_proof_jti' }]);
  });

  test(`${name}: what no route names is 403`, async () => {
    for (const [method, target] of [
      ['GET', '/'],
      ['DELETE', '/notes'],
      ['HEAD', '/notes'],
      ['GET', '/admin'],
    ] as const) {
      const headers = await agent.prove(method, base + target);
      expect([target, (await send({ method, target, headers })).status]).toEqual([target, 403]);
    }
  });

  test(`${name}: attack: headers of the gateway that the client sends reach the upstream in no spelling`, async () => {
    const names = ['Sub', 'Jkt', 'Client', 'Scope', 'Helper-Of', 'Content-Digest', 'Assertion'];
    const forged = names.flatMap((word) => [
      [`X-Agent-${word}`, 'forged'],
      [`x-agent-${word.toLowerCase()}`, 'forged'],
      [`X_Agent_${word.replace('-', '_')}`, 'forged'],
      [`X-Agent_${word}`, 'forged'],
      [`X_AGENT-${word.toUpperCase()}`, 'forged'],
    ]) as readonly (readonly [string, string])[];
    for (const line of forged) {
      const headers = [line, ...(await agent.prove('GET', `${base}/notes`)), line];
      const response = await send({ target: '/notes', headers });
      if (response.status === 200) expect(JSON.stringify(identityOf(seenBy(response)))).not.toContain('forged');
      // Envoy rejects underscores itself.
      else expect([400, 403]).toContain(response.status);
    }
  });

  test(`${name}: attack: Connection tokens of the client remove no header of the gateway`, async () => {
    const headers = [
      ['Connection', 'close, X-Agent-Sub, X-Agent-Jkt, X-Agent-Assertion, X-Forwarded-Uri'] as const,
      ...(await agent.prove('GET', `${base}/notes`)),
    ];
    const response = await send({ target: '/notes', headers });
    expect(response.status).toBe(200);
    expect(field(seenBy(response), 'x-agent-jkt')).toEqual([agent.key.jkt]);
    expect(field(seenBy(response), 'x-agent-assertion')).toHaveLength(1);
  });

  test(`${name}: attack: X-Forwarded headers of the client change nothing`, async () => {
    const proven = await agent.prove('GET', `${base}/notes`);
    const forged = [
      ['X-Forwarded-Uri', '/notes'],
      ['X-Forwarded-Method', 'GET'],
      ['X-Forwarded-Host', 'other.example'],
      ['X-Forwarded-Proto', 'http'],
      ['X_Forwarded_Uri', '/notes'],
    ] as const;
    for (const [method, target] of [
      ['GET', '/admin'],
      ['DELETE', '/notes'],
    ] as const) {
      const { status } = await send({ method, target, headers: [...forged, ...proven] });
      expect([400, 401, 403]).toContain(status);
    }
  });

  test.each([
    '//notes',
    '/notes//7',
    '/notes/../admin',
    '/notes/..%2fadmin',
    '/notes/%2e%2e/admin',
    '/notes/..;/admin',
    '/notes/.;/7',
    '/notes/7;v=1',
    '/notes%2f7',
    '/%6eotes/7',
    '/notes/%2561',
    '/notes/7%00',
    '/notes/%c0%ae',
    '/notes/a%5cb',
    '/./notes',
    '/admin/.',
    '/notes/7.',
    '/notes/%20',
  ])(`${name}: attack: the path %s is refused and does not reach the upstream`, async (target) => {
    const headers = await agent.prove('GET', base + target).catch(() => agent.prove('GET', `${base}/notes/7`));
    const response = await send({ target, headers });
    expect([401, 403, 400]).toContain(response.status);
  });

  test(`${name}: attack: an override of the method is refused, or does not reach the upstream`, async () => {
    for (const line of [
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-Method-Override', 'DELETE'],
      ['x-http-method', 'DELETE'],
      ['X-Original-URL', '/admin'],
      ['X-Rewrite-URL', '/admin'],
    ] as const) {
      const headers = [...(await agent.prove('POST', `${base}/notes`)), line];
      const response = await send({ method: 'POST', target: '/notes', headers, body: '' });
      if (response.status === 200) expect(field(seenBy(response), line[0])).toEqual([]);
      else expect([line, response.status]).toEqual([line, 403]);
    }
    const headers = await agent.prove('POST', `${base}/notes`);
    expect((await send({ method: 'POST', target: '/notes?_method=DELETE', headers, body: '' })).status).toBe(403);
  });

  test(`${name}: attack: an absolute-form target or a second Host does not choose another route`, async () => {
    const proven = await agent.prove('GET', `${base}/notes`);
    for (const [target, authority] of [
      ['http://other.example/notes', `${host}:${ports.https}`],
      [`https://${host}:${ports.https}/admin`, `${host}:${ports.https}`],
      ['/notes', 'other.example'],
      ['/notes', `${host}%3a${ports.https}`],
      ['/notes', `${host}.:${ports.https}`],
    ] as const) {
      const response = await send({ target, host: authority, headers: proven });
      // nginx removes the dot at the end of a host, for the gateway and for the upstream.
      if (response.body.includes('"headers"'))
        expect(field(seenBy(response), 'host')).toEqual([`${host}:${ports.https}`]);
      else expect(response.status).not.toBe(101);
    }
    const twice = await send({ target: '/notes', headers: [['Host', 'other.example'], ...proven] });
    expect(twice.body).not.toContain('"headers"');
  });

  test(`${name}: attack: repeated and folded credentials are refused`, async () => {
    const proven = await agent.prove('GET', `${base}/notes`);
    const twice = await send({ target: '/notes', headers: [...proven, ...proven] });
    expect([400, 401]).toContain(twice.status);
    const [authorization] = proven;
    const folded = await send({
      target: '/notes',
      headers: [...proven, ['X-Note', `a\r\n Authorization: ${authorization?.[1]}`]],
    });
    expect(folded.status === 400 || folded.status === 200).toBe(true);
  });

  /** Sends a request over HTTP/2 with exactly these pseudo-headers and fields. */
  const sendHttp2 = (fields: Readonly<Record<string, string | readonly string[]>>) =>
    new Promise<{ readonly status: number; readonly body: string }>((resolve) => {
      const session = connectHttp2(`https://127.0.0.1:${ports.https}`, { servername: host, rejectUnauthorized: false });
      const end = (status: number, body: string) => {
        session.destroy();
        resolve({ status, body });
      };
      session.on('error', () => end(0, ''));
      try {
        const stream = session.request(fields as OutgoingHttpHeaders);
        let [status, body] = [0, ''];
        stream.on('response', (headers) => (status = Number(headers[':status'])));
        stream.on('data', (chunk: Buffer) => (body += chunk.toString()));
        stream.on('error', () => end(status, body));
        stream.on('end', () => end(status, body));
      } catch {
        end(0, '');
      }
    });

  test(`${name}: attack: HTTP/2 pseudo-headers are what is verified, and Host beside them chooses nothing`, async () => {
    const lines = (proven: readonly (readonly [string, string])[]) =>
      Object.fromEntries(proven.map(([field, value]) => [field.toLowerCase(), value]));
    const usual = { ':method': 'GET', ':path': '/notes', ':scheme': 'https', ':authority': `${host}:${ports.https}` };
    const accepted = await sendHttp2({ ...usual, ...lines(await agent.prove('GET', `${base}/notes`)) });
    expect(accepted.status).toBe(200);
    for (const changed of [
      { ':path': '/admin' },
      { ':path': '//notes' },
      { ':path': 'https://notes.example/notes' },
      { ':path': 'https://notes.example/admin' },
      { ':path': '/notes/..%2fadmin' },
      { ':method': 'DELETE' },
      { ':authority': 'other.example' },
      { ':scheme': 'http', ':path': '/admin' },
      { 'x-agent-sub': 'forged', 'x-forwarded-uri': '/notes', ':path': '/admin' },
      { connection: 'x-agent-sub', ':path': '/admin' },
    ]) {
      const { status, body } = await sendHttp2({
        ...usual,
        ...lines(await agent.prove('GET', `${base}/notes`)),
        ...changed,
      });
      // Go reads an absolute `:path` as its path, for the gateway and for the upstream.
      if (body.includes('"headers"')) expect([changed, JSON.parse(body).path]).toEqual([changed, '/notes']);
      expect([changed, [0, 200, 400, 401, 403, 404, 421].includes(status)]).toEqual([changed, true]);
    }
    const beside = await sendHttp2({
      ...usual,
      ...lines(await agent.prove('GET', `${base}/notes`)),
      host: 'other.example',
    });
    if (beside.status === 200)
      expect(field(JSON.parse(beside.body), 'host')).toEqual(field(JSON.parse(accepted.body), 'host'));
  });

  test(`${name}: attack: a request for a WebSocket is refused`, async () => {
    const headers = [
      ...(await agent.prove('GET', `${base}/notes`)),
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Version', '13'],
      ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ] as const;
    const response = await send({ target: '/notes', headers });
    expect(response.status).not.toBe(101);
    if (response.status === 200) expect(field(seenBy(response), 'upgrade')).toEqual([]);
    else expect(response.status).toBe(403);
  });

  test(`${name}: attack: while the gateway is stopped or does not respond, nothing reaches the upstream`, async () => {
    process.kill(gateway.child.pid(), 'SIGSTOP');
    try {
      const headers = await agent.prove('GET', `${base}/notes`);
      const response = await send({ target: '/notes', headers });
      expect([name, response.status]).toEqual([name, 403]);
    } finally {
      process.kill(gateway.child.pid(), 'SIGCONT');
    }
  });
});
