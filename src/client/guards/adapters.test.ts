import { once } from 'node:events';
import { createServer } from 'node:http';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import {
  accessTokenClaims,
  accessTokenHeader,
  clientId,
  createSigningProvider,
  issuer,
  agent,
} from '../../../contract-tests/fixtures/protocol/signing-provider.ts';
import {
  createAccessTokenVerifier,
  callerOf,
  expressAccessToken,
  fastifyAccessToken,
  fetchAccessToken,
  nextAccessToken,
  honoAccessToken,
} from '../access-token/access-token-verifier.ts';
import type { AddressInfo } from 'node:net';
import { createDpopProof, createDpopKeypair } from '../dpop/dpop-keypair.ts';
import { createMemoryReplayStore } from '../dpop/replay-stores.ts';
import {
  createRequestVerifier,
  agentOf,
  expressDpop,
  fastifyDpop,
  fetchDpop,
  honoDpop,
} from '../dpop/verify-request.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { createTestProvider, testSubject } from '../testing/test-provider.ts';
import type { HonoMiddleware } from './adapters.ts';

const provider = await createSigningProvider();
const seconds = Math.floor(Date.now() / 1000);
const { cnf: _cnf, ...claims } = accessTokenClaims;
const token = await provider.token(accessTokenHeader, { ...claims, iat: seconds, exp: seconds + 900 });
const verify = createAccessTokenVerifier({ issuer, audience: clientId, keys: provider.keys });

/** Checks a guarded route that responds with the caller's sub. */
async function expectGuarded(send: (headers: Record<string, string>) => Promise<Response>): Promise<void> {
  const accepted = await send({ authorization: `Bearer ${token}` });
  expect([accepted.status, await accepted.json()]).toEqual([200, { sub: accessTokenClaims.sub }]);
  const rejected = await send({});
  expect([rejected.status, rejected.headers.get('www-authenticate')]).toEqual([401, 'Bearer scope="openid"']);
  expect(await rejected.json()).toMatchObject({ ok: false, code: 'missing_authorization' });
  const forged = await send({ authorization: `Bearer ${token.slice(0, -4)}AAAA` });
  expect([forged.status, await forged.json()]).toMatchObject([401, { code: 'bad_access_token_signature' }]);
}

test('SDK fetchAccessToken: only a request with a valid token reaches the handler [S130]', async () => {
  const handler = fetchAccessToken(verify, (_request, { sub }) => Response.json({ sub }));
  await expectGuarded((headers) => handler(new Request('https://notes.example/', { headers })));
});

test('SDK nextAccessToken: the handler receives request, caller and route context [S130]', async () => {
  const GET = nextAccessToken(verify, async (_request, { sub }, { params }: { params: Promise<{ id: string }> }) => {
    expect(await params).toEqual({ id: '7' });
    return Response.json({ sub });
  });
  const context = { params: Promise.resolve({ id: '7' }) };
  await expectGuarded((headers) => GET(new Request('https://notes.example/notes/7', { headers }), context));
});

test('SDK expressAccessToken: only a request with a valid token reaches the handler [S130]', async () => {
  const guard = expressAccessToken(verify);
  const server = createServer((request, response) => {
    void guard(request, response, () => response.end(JSON.stringify({ sub: callerOf(request).sub })));
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await expectGuarded((headers) => fetch(`http://127.0.0.1:${port}/`, { headers }));
});

test('SDK fastifyAccessToken: only a request with a valid token reaches the handler [S130]', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.get('/', { onRequest: fastifyAccessToken(verify) }, (request) => ({ sub: callerOf(request).sub }));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  await expectGuarded((headers) => fetch(address, { headers }));
});

test('SDK callerOf: throws for a request that no guard has verified [S131]', () => {
  expect(() => callerOf({})).toThrow('put the access token guard before this route');
});

const accessToken = await provider.token(accessTokenHeader, { ...accessTokenClaims, iat: seconds, exp: seconds + 900 });
const publicUrl = 'https://notes.example/v1';

const verifier = (baseUrl?: string) =>
  createRequestVerifier({
    issuer,
    audience: 'any-application',
    keys: provider.keys,
    replayStore: createMemoryReplayStore(),
    baseUrl,
  });

async function signed(url: string): Promise<Record<string, string>> {
  const keypair = { privateKey: agent.sign, publicJwk: agent.jwk };
  const proof = await createDpopProof({ keypair, method: 'POST', url, accessToken });
  return { authorization: `DPoP ${accessToken}`, dpop: proof };
}

/** What every adapter does, for a way of sending one POST to /notes?x=1. */
async function checkAdapter(send: (headers: Record<string, string>) => Promise<Response>, url: string): Promise<void> {
  const headers = await signed(url);
  const accepted = await send(headers);
  expect(accepted.status).toBe(200);
  expect(await accepted.json()).toEqual({ jkt: accessTokenClaims.cnf.jkt, sub: accessTokenClaims.sub });
  for (const [refused, code] of [
    [headers, 'replayed_proof_jti'],
    [{}, 'missing_authorization'],
    [{ authorization: `Bearer ${accessToken}` }, 'invalid_scheme'],
    [await signed(`${url}/other`), 'bad_proof_htu'],
  ] as const) {
    const response = await send(refused);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"',
    ]);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({ ok: false, code, error: expect.any(String) });
  }
}

const identity = (request: object) => {
  const { jkt, sub } = agentOf(request);
  return { jkt, sub };
};

test('SDK fastifyDpop: a verified request reaches the handler, a rejected one gets the challenge [S155]', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  app.post('/notes', { onRequest: fastifyDpop(verifier(publicUrl)) }, (request, reply) =>
    reply.send(identity(request)),
  );
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  await checkAdapter((headers) => fetch(`${address}/notes?x=1`, { method: 'POST', headers }), `${publicUrl}/notes`);
});

test('SDK expressDpop: a verified request reaches the handler, a rejected one gets the challenge (Express and node:http) [S155]', async () => {
  const guard = expressDpop(verifier(publicUrl));
  const server = createServer((request, response) => {
    void guard(request, response, () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(identity(request)));
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await checkAdapter(
    (headers) => fetch(`http://127.0.0.1:${port}/notes?x=1`, { method: 'POST', headers }),
    `${publicUrl}/notes`,
  );
});

test('SDK expressDpop: the proof is checked against originalUrl, and an exception goes to the error handler [S156]', async () => {
  const result = { headers: {} as Record<string, string>, body: '' };
  const response = {
    statusCode: 200,
    setHeader: (name: string, value: string) => void (result.headers[name] = value),
    end: (body: string) => void (result.body = body),
  };
  const headers = Object.entries(await signed(`${publicUrl}/notes`)).flat();
  const errors: unknown[] = [];
  const guard = expressDpop(verifier(publicUrl));
  await guard({ method: 'POST', url: '/', originalUrl: '/notes', rawHeaders: headers }, response, (error) =>
    errors.push(error),
  );
  expect(errors).toEqual([undefined]);
  const crash = new Error('crash');
  await expressDpop(() => Promise.reject(crash))({ rawHeaders: [] }, response, (error) => errors.push(error));
  expect(errors).toEqual([undefined, crash]);
});

test('SDK fetchDpop: a verified request reaches the handler with its agent, a rejected one gets the challenge [S155]', async () => {
  const handler = fetchDpop(verifier(), async (_request, { jkt, sub }, suffix: string) =>
    Response.json({ jkt, sub: sub + suffix }),
  );
  const url = 'https://notes.example/notes';
  await checkAdapter((headers) => handler(new Request(`${url}?x=1`, { method: 'POST', headers }), ''), url);
});

test('SDK fetchDpop: responds 503 when the replay store is unavailable [S155]', async () => {
  const verify = createRequestVerifier({
    issuer,
    audience: 'any-application',
    keys: () => Promise.reject(new Error('down')),
    replayStore: createMemoryReplayStore(),
  });
  const handler = fetchDpop(verify, async () => new Response('reached'));
  const url = 'https://notes.example/notes';
  const response = await handler(new Request(url, { method: 'POST', headers: await signed(url) }));
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
});

test('SDK agentOf: throws for a request that no adapter has verified [S157]', () => {
  expect(() => agentOf({})).toThrow('put the DPoP guard before this route');
});

const sdkProvider = createTestProvider();
const options = { issuer: sdkProvider.ssoBaseUrl, audience: sdkProvider.providerAddress, fetch: sdkProvider.fetch };
const url = 'https://notes.example/notes';

/** Runs middleware as Hono does. @returns the response of the guard, or the text of the handler */
async function run(guard: HonoMiddleware, request: Request, handle: (req: object) => string) {
  let handled: string | undefined;
  const context = { req: { raw: request } };
  const response = await guard(context, async () => {
    // As the body limit of Hono does.
    context.req.raw = new Request(request.url);
    handled = handle(context.req);
  });
  return handled ?? [response?.status, response?.headers.get('www-authenticate'), await response?.json()];
}

test('SDK honoDpop: only a verified request reaches the handler, which finds its agent', async () => {
  const keypair = await createDpopKeypair();
  const guard = honoDpop(createRequestVerifier({ ...options, replayStore: createMemoryReplayStore() }));
  const accessToken = await sdkProvider.accessToken({ jkt: jwkThumbprint(keypair.publicJwk) });
  const dpop = await createDpopProof({ keypair, method: 'POST', url, accessToken });
  const headers = { authorization: `DPoP ${accessToken}`, dpop };
  const send = () => run(guard, new Request(url, { method: 'POST', headers }), (req) => agentOf(req).sub);
  expect(await send()).toBe(testSubject);
  expect(await send()).toMatchObject([401, expect.stringContaining('DPoP'), { code: 'replayed_proof_jti' }]);
});

test('SDK honoAccessToken: only a request with a valid token reaches the handler, which finds its caller', async () => {
  const guard = honoAccessToken(createAccessTokenVerifier(options));
  const send = (headers: Record<string, string>) =>
    run(guard, new Request(url, { headers }), (req) => callerOf(req).sub);
  expect(await send({ authorization: `Bearer ${await sdkProvider.accessToken()}` })).toBe(testSubject);
  expect(await send({})).toEqual([
    401,
    'Bearer scope="openid"',
    { ok: false, code: 'missing_authorization', error: 'The request has no Authorization header.' },
  ]);
});
