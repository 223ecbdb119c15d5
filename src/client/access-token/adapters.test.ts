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
} from '../../../contract-tests/fixtures/protocol/signing-provider.ts';
import { createAccessTokenVerifier } from './access-token-verifier.ts';
import { callerOf, expressAccessToken, fastifyAccessToken, fetchAccessToken, nextAccessToken } from './adapters.ts';

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
