import { createHash } from 'node:crypto';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adminKey,
  clientId,
  decode,
  dpop,
  issuer,
  type Sso,
  startSso,
  testKey,
  type TestKey,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { sendAsDevice, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const digest = createHash('sha256').update('commit').digest('base64url');
const path = '/oauth/attestations';

async function attest(accessToken: string, key: TestKey, body: object = { digest, purpose: 'commit' }) {
  const headers = {
    authorization: `DPoP ${accessToken}`,
    dpop: await dpop(sso, key, { path, accessToken }),
  };
  return sso.app.inject({ method: 'POST', url: path, headers, payload: body });
}

test('sso createAttestation: an attestation names issuer, owner, key, digest, purpose and time, signed by the provider', async () => {
  const key = testKey();
  const { access_token, sub } = await signIn(sso, key);
  const response = await attest(access_token, key);
  expect(response.statusCode).toBe(201);
  const { attestation } = response.json<{ attestation: string }>();
  const { header, claims } = decode(attestation);
  expect(header).toMatchObject({ typ: 'attestation+jwt', alg: 'RS256' });
  const iat = Math.floor(sso.now().getTime() / 1000);
  expect(claims).toEqual({
    iss: issuer,
    sub,
    cnf: { jkt: key.jkt },
    digest,
    purpose: 'commit',
    iat,
    jti: expect.any(String),
  });
  const keys = (await sso.app.inject({ url: '/oauth/jwks' })).json<JSONWebKeySet>();
  await expect(compactVerify(attestation, createLocalJWKSet(keys))).resolves.toBeDefined();
});

test('sso: a revoked session gets no attestation', async () => {
  const key = testKey();
  const { access_token, device } = await signIn(sso, key);
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  const response = await attest(access_token, key);
  expect([response.statusCode, response.json()]).toMatchObject([401, { error: 'invalid_token' }]);
});

test('sso: a Bearer token gets no attestation', async () => {
  const { access_token } = await signIn(sso);
  const headers = { authorization: `Bearer ${access_token}` };
  const response = await sso.app.inject({ method: 'POST', url: path, headers, payload: { digest, purpose: 'commit' } });
  expect(response.statusCode).toBe(401);
});

test('sso: a proof by another key gets no attestation', async () => {
  const { access_token } = await signIn(sso, testKey());
  expect((await attest(access_token, testKey())).statusCode).toBe(401);
});

test.each([
  [{ digest }],
  [{ purpose: 'commit' }],
  [{ digest: `${digest}=`, purpose: 'commit' }],
  [{ digest: 'x'.repeat(43), purpose: 'commit' }],
  [{ digest, purpose: '' }],
  [{ digest, purpose: 'Commit' }],
  [{ digest, purpose: 'c'.repeat(65) }],
  [{ digest, purpose: 'commit', sub: 'another' }],
])('sso: the attestation request %j is 400', async (body) => {
  const key = testKey();
  const { access_token } = await signIn(sso, key);
  expect((await attest(access_token, key, body)).statusCode).toBe(400);
});

test('sso getJwksHistory: the history lists every signing key with its time, and marks revoked ones', async () => {
  const admin = { authorization: `Bearer ${adminKey}` };
  const history = async () => (await sso.app.inject({ url: '/oauth/jwks/history' })).json<JSONWebKeySet>().keys;
  const [first] = await history();
  expect(first).toEqual({ ...first, kty: 'RSA', use: 'sig', alg: 'RS256', from: expect.any(Number) });
  expect(first).not.toHaveProperty('until');
  const revokedAt = Math.floor(sso.now().getTime() / 1000) + 60;
  sso.advance(60);
  await sso.app.inject({ method: 'POST', url: `/api/v1/signing-keys/${first?.kid}/revoke`, headers: admin });
  // A year later its private half is erased; the public one stays.
  sso.advance(400 * 86_400);
  expect(await history()).toMatchObject([
    { kid: first?.kid, until: revokedAt, revoked: { revoked_at: revokedAt } },
    { from: revokedAt },
  ]);
});

test('sso: a rotated key is listed with its end in the key set before it ends', async () => {
  const admin = { authorization: `Bearer ${adminKey}` };
  await sso.app.inject({ method: 'POST', url: '/api/v1/signing-keys', headers: admin });
  const { keys } = (await sso.app.inject({ url: '/oauth/jwks' })).json<{ keys: { until?: number }[] }>();
  const activation = Math.floor(sso.now().getTime() / 1000) + 600;
  expect(keys.map(({ until }) => until)).toEqual([undefined, activation]);
});
