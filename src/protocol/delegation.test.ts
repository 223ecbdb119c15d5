import fc from 'fast-check';
import { expect, test } from 'vitest';
import { otherSigner, rfc8037Signer, signJwt } from '../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { DelegationError, longestDelegation, signDelegation, verifyDelegation } from './delegation.ts';
import { jwkThumbprint } from './jwk-thumbprint.ts';

const issuer = 'https://id.test';
const now = 1_800_000_000;
const agent = jwkThumbprint(rfc8037Signer.jwk);
const helper = jwkThumbprint(otherSigner.jwk);
const ownerSub = '5f3c9a1e7b2d4860a1c2e3f405162738';

const header = { typ: 'delegation+jwt', alg: 'EdDSA', jwk: rfc8037Signer.jwk };
const claims = {
  iss: agent,
  sub: ownerSub,
  cnf: { jkt: helper },
  scope: 'forum:write',
  iat: now,
  exp: now + 3_600,
  jti: 'd-1',
};
const signed = (changes: object = {}, headerChanges: object = {}) =>
  signJwt({ ...header, ...headerChanges }, { ...claims, ...changes }, rfc8037Signer.sign);
const verify = (token: string, at = now) => verifyDelegation({ token, issuer, now: at });
const sign = (lifetime = 3_600) =>
  signDelegation({
    ...rfc8037Signer,
    issuer,
    ownerSub,
    childJkt: helper,
    scope: 'forum:write',
    resource: 'https://forum.test',
    clientId: 'app-1',
    now: now + 0.7,
    lifetime,
    jti: 'd-1',
  });

test('delegation: a signed delegation verifies with all its claims', async () => {
  expect(verify(await sign())).toEqual({
    parentJkt: agent,
    ownerSub,
    childJkt: helper,
    scope: 'forum:write',
    resource: 'https://forum.test',
    clientId: 'app-1',
    iat: now,
    exp: now + 3_600,
    jti: 'd-1',
  });
});

test('delegation: the longest lifetime is 24 hours', async () => {
  expect(verify(await sign(longestDelegation)).exp).toBe(now + 86_400);
  const longer = await sign(longestDelegation + 1);
  expect(() => verify(longer)).toThrow('86400 seconds');
});

test('RFC 8725 §3.9: a delegation names this provider in aud, or none', () => {
  expect(verify(signed({ aud: [issuer, 'https://other.test'] })).jti).toBe('d-1');
  expect(() => verify(signed({ aud: 'https://other.test' }))).toThrow('another provider');
});

test('RFC 8725 §3.11: a DPoP proof of the agent is no delegation', () => {
  expect(() => verify(signed({}, { typ: 'dpop+jwt' }))).toThrow('typ');
});

test('delegation: a token that another key signed is rejected', () => {
  expect(() => verify(signJwt(header, claims, otherSigner.sign))).toThrow('does not verify');
  expect(() => verify(signJwt({ ...header, jwk: otherSigner.jwk }, claims, otherSigner.sign))).toThrow('iss');
});

test.each<[string, object, object?]>([
  ['without iss', { iss: undefined }],
  ['for no owner', { sub: 'Jane' }],
  ['without sub', { sub: undefined }],
  ['without cnf', { cnf: undefined }],
  ['with a cnf that is no object', { cnf: helper }],
  ['with a key that is no thumbprint', { cnf: { jkt: 'short' } }],
  ['without scope', { scope: undefined }],
  ['with openid alone', { scope: 'openid' }],
  ['with an unknown scope alone', { scope: 'forum:admin' }],
  ['with a scope that is an array', { scope: ['forum:write'] }],
  ['with a scope that is too long', { scope: `forum:write ${'x'.repeat(256)}` }],
  ['with an empty resource', { resource: '' }],
  ['with two resources', { resource: ['https://a.test', 'https://b.test'] }],
  ['with two applications', { client_id: ['a', 'b'] }],
  ['without iat', { iat: undefined }],
  ['from the future', { iat: now + 31, exp: now + 60 }],
  ['without exp', { exp: undefined }],
  ['with exp as text', { exp: `${now + 60}` }],
  ['that has expired', { exp: now }],
  ['that is not valid yet', { nbf: now + 31 }],
  ['without jti', { jti: undefined }],
  ['with a jti that is no path segment', { jti: 'a/b' }],
  ['with a jti that is too long', { jti: 'x'.repeat(129) }],
  ['without key', {}, { jwk: undefined }],
  ['with alg none', {}, { alg: 'none' }],
  ['with alg HS256', {}, { alg: 'HS256' }],
  ['with the private key', {}, { jwk: { ...rfc8037Signer.jwk, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' } }],
])('delegation: a token %s is rejected', (_title, changes, headerChanges) => {
  expect(() => verify(signed(changes, headerChanges))).toThrow(DelegationError);
});

test('delegation: any other text is rejected with a DelegationError', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constant(`${signed()}.x`), fc.constant(`${signed()}${'A'.repeat(5_000)}`)),
      (token) => {
        expect(() => verify(token)).toThrow(DelegationError);
      },
    ),
  );
});
