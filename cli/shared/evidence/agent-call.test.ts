import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jwkThumbprint, type Ed25519Jwk } from '../../../src/protocol/jwk-thumbprint.ts';
import type { Failure } from '../failure.ts';
import { tokenClaims } from '../owner-session/owner-session.ts';
import { callAsAgent, type AgentCaller } from './attestation.ts';
import { connectSsoWithProof, responseOf } from '../provider/sso-connection.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const jwk: Ed25519Jwk = { kty: 'OKP', crv: 'Ed25519', x: privateKey.export({ format: 'jwk' }).x ?? '' };

let server: Server;
/** Status, body and headers of every response. */
let response: readonly [number, string, (OutgoingHttpHeaders | undefined)?];
let connections: number;
let requests: readonly unknown[];
beforeEach(async () => {
  response = [200, '{"sub":"owner"}'];
  [connections, requests] = [0, []];
  server = createServer(async (request, reply) => {
    const { method, url, headers } = request;
    const { iat: _iat, jti: _jti, ...proof } = tokenClaims(String(headers['dpop'])) ?? {};
    const body = Buffer.concat(await request.toArray()).toString();
    const { authorization, 'content-type': type } = headers;
    requests = [...requests, { method, url, authorization, type, proof, body }];
    const [status, sent, more] = response;
    reply.writeHead(status, more).end(sent);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function caller(beforeSignature?: () => void): AgentCaller {
  const keypair = {
    publicKeyPem: '',
    fingerprint: '',
    jwk,
    jkt: jwkThumbprint(jwk),
    // A signer holds the key of a caller that does something before it signs.
    privateKey: beforeSignature ? undefined : privateKey,
    seed: () => Buffer.alloc(32),
    passphraseSalt: undefined,
    sign: (message: Uint8Array) => {
      beforeSignature?.();
      return sign(null, message, privateKey);
    },
  };
  const { port } = server.address() as AddressInfo;
  const session = { ssoBaseUrl: `http://127.0.0.1:${port}/`, accessToken: 'token' };
  return { host: { env: {}, now: Date.now }, keypair, session };
}

const userInfo = (by: AgentCaller) => callAsAgent(by, 'getUserInfo', undefined);

test('provider: the calls of one command share a connection', async () => {
  expect([await userInfo(caller()), await userInfo(caller())]).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(connections).toBe(1);
});

test('provider: a connection that closes while a signer is asked fails no call', async () => {
  const by = caller(() => server.closeIdleConnections());
  expect([await userInfo(by), await userInfo(by)]).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test.each([
  [200, 'no JSON'],
  [200, '[]'],
  [200, ''],
])('provider: status %i with the body "%s" is provider_failed', async (...sent) => {
  response = sent;
  await expect(userInfo(caller())).rejects.toMatchObject({ code: 'provider_failed' });
});

test('provider: an error keeps its status, with JSON or text', async () => {
  response = [403, '{"error":"denied"}'];
  expect(await userInfo(caller())).toEqual({ status: 403, body: { error: 'denied' } });
  response = [502, '<h1>Bad gateway</h1>'];
  expect(await userInfo(caller())).toEqual({ status: 502, body: '<h1>Bad gateway</h1>' });
});

test('provider: a response of more than a megabyte is refused', async () => {
  response = [200, JSON.stringify({ sub: 'x'.repeat(1024 * 1024) })];
  await expect(userInfo(caller())).rejects.toMatchObject({ code: 'response_too_large' });
});

const challenge = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n-1' };

/** The generated client, with the timeout of `callAsAgent`. */
const client = ({ host, keypair, session }: AgentCaller) =>
  connectSsoWithProof(session.ssoBaseUrl, keypair, host.now, { timeoutMs: 5_000 }, session.accessToken);

/** Returns the requests of a call, and the status and body of its response or the code and message of its failure. */
async function exchangeOf(call: () => Promise<{ readonly status: number; readonly body: unknown }>) {
  requests = [];
  const outcome = await call().then(
    ({ status, body }) => ({ status, body }),
    ({ code, message }: { readonly code: string; readonly message: string }) => ({ code, message }),
  );
  expect(requests.length).toBeGreaterThan(0);
  return { outcome, requests };
}

test.each<[string, string, number, OutgoingHttpHeaders?]>([
  ['a JSON object', '{"sub":"owner"}', 200],
  ['a created JSON object', '{"attestation":"a.b.c"}', 201],
  ['text as a success', 'no JSON', 200],
  ['text as a created resource', 'no JSON', 201],
  ['a JSON array as a success', '[]', 200],
  ['a JSON array as a created resource', '[]', 201],
  ['an error of OAuth', '{"error":"invalid_token"}', 401],
  ['a nonce challenge that does not end', '{"error":"use_dpop_nonce"}', 401, challenge],
  ['a challenge without a nonce', '{}', 401, { 'www-authenticate': 'DPoP error="use_dpop_nonce"' }],
  ['an error page of a proxy', '<h1>Bad gateway</h1>', 502],
  ['an undocumented status', '{"error":"teapot"}', 418],
  ['an error without a body', '', 401],
  ['a redirect, which is not followed', 'Moved', 302, { location: '/elsewhere' }],
  ['more than a megabyte', JSON.stringify({ sub: 'x'.repeat(1024 * 1024) }), 200],
])('provider: %s has the same outcome as by the generated client', async (_what, body, status, headers) => {
  response = [status, body, headers];
  const by = caller();
  const attestation = { digest: 'd'.repeat(43), purpose: 'commit' } as const;
  // A success has the status of the operation.
  if (status !== 201) {
    const expected = await exchangeOf(() => responseOf(client(by).getUserInfo()));
    expect(await exchangeOf(() => userInfo(by))).toEqual(expected);
  }
  if (status !== 200) {
    const expected = await exchangeOf(() => responseOf(client(by).createAttestation({ body: attestation })));
    expect(await exchangeOf(() => callAsAgent(by, 'createAttestation', attestation))).toEqual(expected);
  }
});

test('provider: an unreachable provider fails with the same error as by the generated client', async () => {
  const by = caller();
  await new Promise((resolve) => server.close(resolve));
  const failure = (call: Promise<unknown>) => call.catch(({ code, message }: Failure) => ({ code, message }));
  const expected = await failure(responseOf(client(by).getUserInfo()));
  expect(expected).toMatchObject({ code: 'unreachable' });
  expect(await failure(userInfo(by))).toEqual(expected);
});
