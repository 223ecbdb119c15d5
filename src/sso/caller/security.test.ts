import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { signDeviceProof } from '../../protocol/device-proof.ts';
import { dpop, issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { ownerCookie, ownerCookieName } from './owner-session.ts';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

interface Proven {
  readonly htm?: string;
  readonly htu?: string;
  readonly body?: string;
  readonly iat?: number;
  readonly jti?: string;
}

/** A proof for `GET /api/v1/owner`, but for what is given. */
const proofOf = (device: TestKey, { htm = 'GET', htu = `${issuer}/api/v1/owner`, body, iat, jti }: Proven = {}) =>
  signDeviceProof({
    htm,
    htu,
    now: iat ?? sso.clock.now.getTime() / 1000,
    jti: jti ?? randomUUID(),
    jwk: device.jwk,
    sign: device.sign,
    body: body === undefined ? undefined : Buffer.from(body),
  });

const getOwner = (authorization: string) => sso.app.inject({ url: '/api/v1/owner', headers: { authorization } });

test('sso: a device proof is accepted and updates lastUsedAt', async () => {
  const { device, sub } = await enrol(sso);
  const response = await getOwner(`Device ${await proofOf(device)}`);
  expect([response.statusCode, response.json()]).toMatchObject([
    200,
    { sub, passkeys: [], devices: [{ jkt: device.jkt, name: 'Phone', lastUsedAt: sso.clock.now.toISOString() }] },
  ]);
});

test('sso: a request without credentials gets the Device challenge', async () => {
  const response = await sso.app.inject('/api/v1/owner');
  expect([response.statusCode, response.headers['www-authenticate'], response.json<{ error: string }>().error]).toEqual(
    [401, 'Device algs="EdDSA Ed25519"', 'unauthorized'],
  );
});

const refusals: readonly [string, Proven][] = [
  ['another method', { htm: 'POST' }],
  ['another address', { htu: `${issuer}/api/v1/owner/sessions` }],
  ['another host', { htu: 'http://localhost:4002/api/v1/owner' }],
  ['a body that is not there', { body: '{}' }],
  ['a time 61 seconds ago', { iat: Date.parse('2026-03-01T09:28:59.000Z') / 1000 }],
];
test.each(refusals)('sso: a device proof for %s is rejected and not consumed', async (_, proven) => {
  const { device } = await enrol(sso);
  const jti = randomUUID();
  const response = await getOwner(`Device ${await proofOf(device, { ...proven, jti })}`);
  expect([response.statusCode, response.headers['www-authenticate'], response.json<{ error: string }>().error]).toEqual(
    [401, 'Device algs="EdDSA Ed25519", error="invalid_device_proof"', 'invalid_device_proof'],
  );
  expect((await getOwner(`Device ${await proofOf(device, { jti })}`)).statusCode).toBe(200);
});

test('sso: a DPoP proof is rejected as a device proof', async () => {
  const { device } = await enrol(sso);
  const proof = await dpop(sso, device, { path: '/api/v1/owner', method: 'GET' });
  expect((await getOwner(`Device ${proof}`)).statusCode).toBe(401);
});

test.each(['Device', 'Device x', 'Device a b', 'device %%%'])(
  'sso: the header Authorization: %s is rejected',
  async (value) => {
    const response = await getOwner(value);
    expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([401, 'invalid_device_proof']);
  },
);

test('sso: of twenty concurrent requests with one device proof, one succeeds', async () => {
  const { device } = await enrol(sso);
  const proof = await proofOf(device);
  const responses = await Promise.all(Array.from({ length: 20 }, () => getOwner(`Device ${proof}`)));
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('sso: a device proof with another body is rejected', async () => {
  const device = newKey();
  const url = '/api/v1/owner/devices';
  const authorization = `Device ${await proofOf(device, { htm: 'POST', htu: issuer + url, body: '{"name":"Phone"}' })}`;
  const send = (payload: string) =>
    sso.app.inject({ method: 'POST', url, headers: { authorization, 'content-type': 'application/json' }, payload });
  expect((await send('{"name":"Stolen"}')).statusCode).toBe(401);
  expect((await send('{"name":"Phone"}')).statusCode).toBe(201);
});

test('sso: a device key that is not enrolled is 401 unknown_device', async () => {
  const response = await getOwner(`Device ${await proofOf(newKey())}`);
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([401, 'unknown_device']);
});

test('sso: enrolling a device key again changes nothing', async () => {
  const { device, sub } = await enrol(sso);
  sso.advance(5);
  const again = await sendAsDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Another name' });
  expect([again.statusCode, again.json()]).toMatchObject([200, { sub, name: 'Phone', jkt: device.jkt }]);
});

test('sso: one key enrolled ten times concurrently has one owner', async () => {
  const device = newKey();
  const before = (await sso.db.selectFrom('sso.owners').select('sub').execute()).length;
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => sendAsDevice(sso, device, 'POST', '/api/v1/owner/devices', { name: 'Phone' })),
  );
  expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect(new Set(responses.map((response) => response.json<{ sub: string }>().sub)).size).toBe(1);
  expect((await sso.db.selectFrom('sso.owners').select('sub').execute()).length).toBe(before + 1);
});

const https = 'https://sso.test';

test('sso: over https the owner cookie is Secure and has the prefix __Host-', () => {
  expect(ownerCookie('token', https)).toBe(
    '__Host-owner_session=token; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure',
  );
  expect(ownerCookieName(issuer)).toBe('owner_session');
});

test.each([
  ['in one header', (cookie: string) => ({ cookie: `${cookie}; owner_session=${'A'.repeat(43)}` })],
  ['in front', (cookie: string) => ({ cookie: `owner_session=${'A'.repeat(43)}; ${cookie}` })],
  ['twice the same', (cookie: string) => ({ cookie: `${cookie}; ${cookie}` })],
])('sso: two owner cookies (%s) are refused with 401', async (_how, headers) => {
  const { cookie } = await signInBrowser(sso);
  const response = await sso.app.inject({ url: '/api/v1/owner', headers: headers(cookie) });
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([401, 'unauthorized']);
  expect((await sso.app.inject({ url: '/api/v1/owner', headers: { cookie } })).statusCode).toBe(200);
});

test.each([undefined, 'null', 'https://evil.test', `${issuer}.evil.test`])(
  'sso: a sign-in and a registration from origin %s are refused and start no session',
  async (origin) => {
    const authenticator = createAuthenticator();
    const headers = origin === undefined ? {} : { origin };
    const challenge = async (path: string, payload: object) =>
      (await sso.app.inject({ method: 'POST', url: `/api/v1/owner/${path}`, payload })).json<{
        publicKey: { challenge: string };
      }>().publicKey.challenge;
    const registration = authenticator.create(await challenge('passkeys/registration-options', { name: 'Laptop' }));
    const assertion = authenticator.get(await challenge('session/options', {}));
    for (const [path, credential] of [
      ['passkeys', registration],
      ['session', assertion],
    ] as const) {
      const response = await sso.app.inject({
        method: 'POST',
        url: `/api/v1/owner/${path}`,
        headers,
        payload: { credential },
      });
      expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([403, 'origin_refused']);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  },
);
