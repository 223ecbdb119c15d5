import { describe, expect, test } from 'vitest';
import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import { createSsoClient } from '../../../generated/sso/client.ts';
import { verifyDpopProof } from '../../protocol/dpop-proof.ts';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { deviceMiddleware, dpopMiddleware, idempotencyMiddleware } from './middleware.ts';
import { verifyDeviceProof } from '../../protocol/device-proof.ts';

const at = Date.parse('2026-03-01T09:30:00.000Z');
const keypair = { publicJwk: rfc8037Signer.jwk, privateKey: rfc8037Signer.sign };
const dpop = () => dpopMiddleware({ keypair, accessToken: () => 'at', now: () => at });

interface Sent {
  readonly headers: Headers;
  readonly body: string;
  /** The nonce in the proof, which is verified. */
  readonly nonce: unknown;
  readonly jti: string;
}

/** A server that returns the given responses in order and records requests. */
function server(...responses: readonly (() => Response)[]) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const proof = request.headers.get('dpop') ?? '';
    const { jti } = verifyDpopProof({ proof, htm: request.method, htu: request.url, now: at / 1000 });
    const { nonce } = JSON.parse(Buffer.from(proof.split('.')[1] ?? '', 'base64url').toString());
    sent.push({ headers: request.headers, body: await request.text(), nonce, jti });
    return (responses[sent.length - 1] ?? (() => new Response(null, { status: 503 })))();
  };
  return { sent, fetch };
}

const tokenEndpointAsks = (nonce: string) => () =>
  Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: { 'dpop-nonce': nonce } });
const resourceAsks = (nonce: string) => () =>
  Response.json(
    { error: 'invalid_token' },
    { status: 401, headers: { 'dpop-nonce': nonce, 'www-authenticate': 'DPoP error="use_dpop_nonce"' } },
  );
const refresh = { grant_type: 'refresh_token', refresh_token: 'r', client_id: 'c' } as const;

describe.each([
  ['RFC 9449 §8: a token endpoint (400)', tokenEndpointAsks],
  ['RFC 9449 §9: a resource (401)', resourceAsks],
])('%s that asks for a nonce', (_, asks) => {
  test('SDK dpopMiddleware: after a nonce challenge the request is retried with the nonce in a fresh proof [S305]', async () => {
    const { sent, fetch } = server(asks('n1'), () => Response.json({}));
    const client = createSsoClient({ baseUrl: 'https://sso.test', fetch, middleware: [dpop()] });
    expect((await client.exchangeToken({ body: refresh })).status).toBe(200);
    expect(sent.map(({ nonce }) => nonce)).toEqual([undefined, 'n1']);
    expect(sent[1]?.body).toBe(sent[0]?.body);
    expect(sent[1]?.body).toContain('grant_type=refresh_token');
    expect(sent[1]?.jti).not.toBe(sent[0]?.jti);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['DPoP at', 'DPoP at']);
  });

  test('SDK dpopMiddleware: a second nonce challenge is returned to the caller [S305]', async () => {
    const { sent, fetch } = server(asks('n1'), asks('n2'));
    const client = createSsoClient({ baseUrl: 'https://sso.test', fetch, middleware: [dpop()] });
    const refused = await client.exchangeToken({ body: refresh }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: asks('n')().status });
    expect(sent.map(({ nonce }) => nonce)).toEqual([undefined, 'n1']);
  });

  test.each([
    ['after', () => [dpop(), idempotencyMiddleware()]],
    ['before', () => [idempotencyMiddleware(), dpop()]],
  ])(
    'SDK dpopMiddleware: the repeated request keeps headers set by middleware %s it [S306]',
    async (__, middleware) => {
      const { sent, fetch } = server(asks('n1'), () => new Response(null, { status: 503 }));
      const client = createNotificationsClient({ baseUrl: 'https://n.test', fetch, middleware: middleware() });
      await client.sendNotification({ body: { sessionAddress: 's', body: 'b' } }).catch(() => undefined);
      const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
      expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
      expect(sent.map(({ body }) => body)).toEqual([sent[0]?.body, sent[0]?.body]);
      expect(sent[0]?.body).toContain('sessionAddress');
    },
  );
});

test('SDK dpopMiddleware: the last DPoP-Nonce of an origin is used for its next requests [S305]', async () => {
  const giving = (nonce: string) => () => Response.json({}, { headers: { 'dpop-nonce': nonce } });
  const { sent, fetch } = server(giving('n1'), giving('n2'), giving('n3'));
  const middleware = [dpop()];
  const client = createSsoClient({ baseUrl: 'https://sso.test', fetch, middleware });
  await client.getUserInfo();
  await client.getUserInfo();
  await createSsoClient({ baseUrl: 'https://other.test', fetch, middleware }).getUserInfo();
  expect(sent.map(({ nonce }) => nonce)).toEqual([undefined, 'n1', undefined]);
});

test.each([
  ['without a nonce', () => Response.json({ error: 'use_dpop_nonce' }, { status: 400 })],
  ['of another kind', () => Response.json({ error: 'invalid_grant' }, { status: 400, headers: { 'dpop-nonce': 'n' } })],
])('SDK dpopMiddleware: a rejection %s is not retried [S305]', async (_, response) => {
  const { sent, fetch } = server(response);
  const client = createSsoClient({ baseUrl: 'https://sso.test', fetch, middleware: [dpop()] });
  expect((await client.exchangeToken({ body: refresh })).status).toBe(400);
  expect(sent).toHaveLength(1);
});

/** A client whose server keeps what it receives. */
function recordingClient() {
  const received: Request[] = [];
  const client = createSsoClient({
    baseUrl: 'https://sso.test/prefix/',
    fetch: (input, init) => {
      received.push(new Request(input, init));
      return Promise.resolve(
        Response.json({ error: 'unknown_device', error_description: 'Unknown device.' }, { status: 401 }),
      );
    },
    middleware: [
      deviceMiddleware({
        keypair: { publicJwk: rfc8037Signer.jwk, privateKey: rfc8037Signer.sign },
        now: () => at,
        newJti: () => `proof-${received.length + 1}`,
      }),
    ],
  });
  return { client, received };
}

async function proven(request: Request | undefined) {
  if (!request) throw new Error('Nothing was sent.');
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const [scheme, proof = ''] = (request.headers.get('authorization') ?? '').split(' ');
  return {
    scheme,
    proof: verifyDeviceProof({ proof, htm: request.method, htu: request.url, now: at / 1000, body }),
  };
}

test('SDK deviceMiddleware: signs method, address and the exact body [S307]', async () => {
  const { client, received } = recordingClient();
  await client.createDevice({ body: { name: 'Terminal – über' } });
  const { scheme, proof } = await proven(received[0]);
  expect(scheme).toBe('Device');
  expect(proof).toMatchObject({ jkt: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', jti: 'proof-1', iat: at / 1000 });
  expect(received[0]?.url).toBe('https://sso.test/prefix/api/v1/owner/devices');
});

test('SDK deviceMiddleware: signs a request without a body, with a fresh proof for each request [S307]', async () => {
  const { client, received } = recordingClient();
  await client.getOwner();
  await client.getOwner();
  expect((await proven(received[0])).proof.jti).toBe('proof-1');
  expect((await proven(received[1])).proof.jti).toBe('proof-2');
});
