import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  clientId,
  dpop,
  form,
  otherClientId,
  type Sso,
  startSso,
  testKey,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { requestUserinfo, sendAsDevice, refresh, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const request = (headers: Record<string, string | string[]>) => sso.app.inject({ url: '/oauth/userinfo', headers });
const refusal = 'The access token is not valid for this request.';
const bearerRefused = [
  'DPoP algs="EdDSA Ed25519 ES256", scope="openid"',
  'Bearer error="invalid_token", scope="openid"',
];
const dpopRefused = (error: string) => [`DPoP error="${error}", algs="EdDSA Ed25519 ES256", scope="openid"`];

test.each<[string, Record<string, string>]>([
  ['nothing', {}],
  ['a proof alone', { dpop: 'proof' }],
  ['another scheme', { authorization: 'Basic eDp5' }],
])('RFC 6750 §3.1: userinfo with %s is challenged without an error code', async (_name, headers) => {
  const response = await request(headers);
  expect([response.statusCode, response.headers['www-authenticate']]).toEqual([
    401,
    ['DPoP algs="EdDSA Ed25519 ES256", scope="openid"', 'Bearer scope="openid"'],
  ]);
  expect(response.json()).toMatchObject({ error: 'unauthorized' });
});

test('RFC 6750 §3.1: a rejected Bearer token gets the same error whether or not it is bound', async () => {
  const key = testKey();
  const bound = await signIn(sso, key);
  for (const token of [bound.access_token, 'no-token', `${bound.access_token}x`, bound.id_token]) {
    const response = await request({ authorization: `Bearer ${token}` });
    expect([response.statusCode, response.json(), response.headers['www-authenticate']]).toEqual([
      401,
      { error: 'invalid_token', error_description: refusal },
      bearerRefused,
    ]);
  }
});

test('RFC 9449 §7.1: an unbound token under DPoP gets the same error as a foreign one', async () => {
  const key = testKey();
  const unbound = await signIn(sso);
  const foreign = await signIn(sso, testKey());
  for (const { access_token } of [unbound, foreign]) {
    const response = await requestUserinfo(sso, access_token, key);
    expect([response.statusCode, response.json(), response.headers['www-authenticate']]).toEqual([
      401,
      { error: 'invalid_token', error_description: refusal },
      dpopRefused('invalid_token'),
    ]);
  }
});

test.each<[string, (token: string, key: ReturnType<typeof testKey>) => Promise<Record<string, string | string[]>>]>([
  ['no proof', async () => ({})],
  [
    'a proof without ath',
    async (_token, key) => ({ dpop: await dpop(sso, key, { path: '/oauth/userinfo', method: 'GET' }) }),
  ],
  [
    'a proof for another address',
    async (accessToken, key) => ({ dpop: await dpop(sso, key, { path: '/oauth/token', method: 'GET', accessToken }) }),
  ],
])('RFC 9449 §7.1: userinfo with %s is invalid_dpop_proof', async (_name, headers) => {
  const key = testKey();
  const { access_token } = await signIn(sso, key);
  const response = await request({ authorization: `DPoP ${access_token}`, ...(await headers(access_token, key)) });
  expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, dpopRefused('invalid_dpop_proof')]);
  expect(response.json()).toMatchObject({ error: 'invalid_dpop_proof' });
});

test('RFC 9449 §11.1: of many requests with one proof, one succeeds', async () => {
  const key = testKey();
  const { access_token } = await signIn(sso, key);
  const proof = await dpop(sso, key, { path: '/oauth/userinfo', method: 'GET', accessToken: access_token });
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => request({ authorization: `DPoP ${access_token}`, dpop: proof })),
  );
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('sso: userinfo rejects an expired access token', async () => {
  const { access_token } = await signIn(sso);
  sso.advance(900);
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
});

test('OpenID Connect Core §5.3.1: getUserInfoByPost ignores a body of any type', async () => {
  const { access_token, sub } = await signIn(sso);
  for (const [type, payload] of [
    ['application/json', '{'],
    ['text/plain', 'x'],
    ['application/x-www-form-urlencoded', 'access_token=other'],
  ]) {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': type ?? '' };
    const response = await sso.app.inject({ method: 'POST', url: '/oauth/userinfo', headers, payload: payload ?? '' });
    expect([response.statusCode, response.json()]).toEqual([200, { sub, aud: clientId }]);
  }
});

test('sso: userinfo rejects the token of a revoked session at once', async () => {
  const { access_token, refresh_token, device } = await signIn(sso);
  expect((await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`)).json()).toEqual({
    revoked: 1,
  });
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
  expect((await refresh(sso, refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
});

const revoke = (token: string, client = clientId, more: Record<string, string> = {}) =>
  form(sso, '/oauth/revoke', { token, client_id: client, ...more });

test('RFC 7009 §2.1: revoking a refresh token ends its family and its access tokens', async () => {
  const tokens = await signIn(sso);
  const response = await revoke(tokens.refresh_token, clientId, { token_type_hint: 'access_token' });
  expect([response.statusCode, response.body]).toEqual([200, '{}']);
  expect((await requestUserinfo(sso, tokens.access_token)).statusCode).toBe(401);
  expect((await refresh(sso, tokens.refresh_token)).statusCode).toBe(400);
});

test('RFC 7009 §2.1: revoking an access token keeps its session', async () => {
  const tokens = await signIn(sso);
  expect((await revoke(tokens.access_token)).statusCode).toBe(200);
  expect((await requestUserinfo(sso, tokens.access_token)).statusCode).toBe(401);
  const next = (await refresh(sso, tokens.refresh_token)).json<{ access_token: string }>();
  expect((await requestUserinfo(sso, next.access_token)).statusCode).toBe(200);
});

test('RFC 7009 §2.2: revoking an unknown, expired or revoked token is 200', async () => {
  const { access_token, refresh_token } = await signIn(sso);
  await revoke(refresh_token);
  for (const token of ['unknown', refresh_token, access_token]) expect((await revoke(token)).statusCode).toBe(200);
  sso.advance(900);
  expect((await revoke(access_token)).statusCode).toBe(200);
});

test('RFC 7009 §2.1: another client cannot revoke a token', async () => {
  const { access_token, refresh_token } = await signIn(sso);
  for (const token of [access_token, refresh_token]) {
    const response = await revoke(token, otherClientId);
    expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  }
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(200);
  expect((await revoke(access_token, 'unknown')).json()).toMatchObject({ error: 'invalid_client' });
});

test('RFC 7009 §2.1: the parameter token is required', async () => {
  expect((await form(sso, '/oauth/revoke', { client_id: clientId, token: '' })).json()).toMatchObject({
    error: 'invalid_request',
  });
});
