import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jwkThumbprint, type Ed25519Jwk } from '../../src/protocol/jwk-thumbprint.ts';
import { callAsAgent, type AgentCaller } from './agent-call.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const jwk: Ed25519Jwk = { kty: 'OKP', crv: 'Ed25519', x: privateKey.export({ format: 'jwk' }).x ?? '' };

let server: Server;
/** Status and body of every response. */
let response: readonly [number, string];
let connections: number;
beforeEach(async () => {
  response = [200, '{"sub":"owner"}'];
  connections = 0;
  server = createServer((_request, answer) => answer.writeHead(response[0]).end(response[1]));
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
