import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import {
  accessTokenClaims,
  accessTokenHeader,
  agent,
  createSigningProvider,
  issuer,
} from '../../../contract-tests/fixtures/protocol/signing-provider.ts';
import { agentOf, expressDpop, fastifyDpop, fetchDpop } from './adapters.ts';
import { createDpopProof } from './dpop-keypair.ts';
import { createMemoryReplayStore } from './replay-stores.ts';
import { createRequestVerifier } from './verify-request.ts';

const provider = await createSigningProvider();
const seconds = Math.floor(Date.now() / 1000);
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
