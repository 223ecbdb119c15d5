import { beforeAll, expect, test } from 'vitest';
import { proof, type ProofParts, startProvider, tokenProof } from '../../fixtures/sso.ts';
import { useStarted } from '../../fixtures/use-started.ts';
import { type Authorized, type RedirectClient, redirectClient } from './redirect-client.ts';
import { decode, newKey, type TestKey } from '../../fixtures/protocol/keys.ts';

// The DPoP modules of the OpenID Foundation's fapi2-security-profile-final-test-plan. The plan as a whole is not applicable:
// the interface document fixes RS256 and public clients.

const provider = useStarted(startProvider);
let client: RedirectClient;
beforeAll(async () => {
  client = redirectClient(provider);
});

const seconds = () => Math.floor(Date.now() / 1000);

const exchange = async (authorized: Authorized, key: TestKey, parts?: ProofParts) =>
  client.exchange(authorized, { dpop: await tokenProof(provider.url, key, parts) });

test('fapi2-security-profile-final-ensure-dpop-auth-code-binding-success: dpop_jkt binds the code and the tokens', async () => {
  const key = newKey();
  const { status, body } = await exchange(await client.authorize({ dpop_jkt: key.jkt }), key);
  expect([status, body['token_type']]).toEqual([200, 'DPoP']);
  expect(decode(String(body['access_token'])).claims['cnf']).toEqual({ jkt: key.jkt });
});

test.each([
  ['ensure-token-endpoint-fails-with-mismatched-dpop-proof-jkt', 'a proof by another key'],
  ['ensure-token-endpoint-fails-with-mismatched-dpop-jkt', 'a dpop_jkt of another key'],
])('fapi2-security-profile-final-%s: %s is invalid_dpop_proof, and the code still works', async () => {
  const key = newKey();
  const authorized = await client.authorize({ dpop_jkt: key.jkt });
  const { status, body } = await exchange(authorized, newKey());
  expect([status, body['error']]).toEqual([400, 'invalid_dpop_proof']);
  expect((await exchange(authorized, key)).status).toBe(200);
});

test('fapi2-security-profile-final-ensure-holder-of-key-required: a bound code needs a proof', async () => {
  const authorized = await client.authorize({ dpop_jkt: newKey().jkt });
  const { status, body } = await client.exchange(authorized);
  expect([status, body['error']]).toEqual([400, 'invalid_dpop_proof']);
});

test.each([
  ['ensure-dpop-proof-with-iat-10seconds-before-succeeds', { iat: () => seconds() - 10 }],
  ['ensure-dpop-proof-with-iat-10seconds-after-succeeds', { iat: () => seconds() + 10 }],
  ['check-dpop-proof-nbf-exp', { nbf: () => seconds() - 5, exp: () => seconds() + 60 }],
])('fapi2-security-profile-final-%s: the proof is accepted', async (_module, claims) => {
  const key = newKey();
  const made = Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, value()]));
  expect((await exchange(await client.authorize(), key, { claims: made })).status).toBe(200);
});

const now = seconds();
test.each<[string, ProofParts]>([
  ['without iat', { claims: { iat: undefined } }],
  ['without jti', { claims: { jti: undefined } }],
  ['without htm', { claims: { htm: undefined } }],
  ['without htu', { claims: { htu: undefined } }],
  ['for another method', { claims: { htm: 'GET' } }],
  ['for another address', { claims: { htu: 'https://elsewhere.test/oauth/token' } }],
  ['from long ago', { claims: { iat: now - 3600 } }],
  ['from the future', { claims: { iat: now + 3600 } }],
  ['with another typ', { header: { typ: 'JWT' } }],
  ['with alg none', { header: { alg: 'none' }, signature: () => new Uint8Array() }],
  ['without a key', { header: { jwk: undefined } }],
  ['with a wrong signature', { signature: () => new Uint8Array(64) }],
])('fapi2-security-profile-final-dpop-negative-tests: a proof %s is invalid_dpop_proof', async (_what, parts) => {
  const key = newKey();
  const { grant } = await provider.approve({ dpop_jkt: key.jkt });
  const headers = { dpop: await tokenProof(provider.url, key, parts) };
  const { status, body } = await provider.send('POST', '/oauth/token', { form: grant, headers });
  expect([status, body['error']]).toEqual([400, 'invalid_dpop_proof']);
});

test('fapi2-security-profile-final-dpop-negative-tests: at userinfo a bound token needs the scheme DPoP, ath and a fresh proof', async () => {
  const key = newKey();
  const { accessToken } = await provider.signIn(key);
  const address = { method: 'GET', url: `${provider.url}/oauth/userinfo` };
  const callWith = (scheme: string, dpop?: string) =>
    provider.send('GET', '/oauth/userinfo', {
      headers: { authorization: `${scheme} ${accessToken}`, ...(dpop !== undefined && { dpop }) },
    });
  expect((await callWith('Bearer')).status).toBe(401);
  expect((await callWith('DPoP')).status).toBe(401);
  expect((await callWith('DPoP', await proof(address, key))).status).toBe(401);
  const good = await proof({ ...address, accessToken }, key);
  expect((await callWith('DPoP', good)).status).toBe(200);
  expect((await callWith('DPoP', good)).status).toBe(401);
  expect((await callWith('DPoP', await proof({ ...address, accessToken }, newKey()))).status).toBe(401);
});

test('fapi2-security-profile-final-access-token-type-header-case-sensitivity: the scheme has no case', async () => {
  const key = newKey();
  const { accessToken } = await provider.signIn(key);
  for (const scheme of ['DPoP', 'dpop', 'DPOP']) {
    const dpop = await proof({ method: 'GET', url: `${provider.url}/oauth/userinfo`, accessToken }, key);
    const headers = { authorization: `${scheme} ${accessToken}`, dpop };
    expect((await provider.send('GET', '/oauth/userinfo', { headers })).status).toBe(200);
  }
});

test('fapi2-security-profile-final-refresh-token: a bound refresh token needs a proof by the same key', async () => {
  const key = newKey();
  const { refreshToken } = await provider.signIn(key);
  expect((await provider.refresh(refreshToken)).body['error']).toBe('invalid_dpop_proof');
  expect((await provider.refresh(refreshToken, newKey())).body['error']).toBe('invalid_dpop_proof');
  expect((await provider.refresh(refreshToken, key)).body['token_type']).toBe('DPoP');
});
