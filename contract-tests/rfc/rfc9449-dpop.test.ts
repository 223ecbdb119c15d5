import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey, type TestKey } from '../fixtures/identity.ts';
import { decode, proof, type ProofParts, type RunningProvider, startProvider, tokenProof } from '../fixtures/sso.ts';

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const exchange = (form: Readonly<Record<string, string>>, dpop?: string) =>
  provider.send('POST', '/oauth/token', { form, ...(dpop !== undefined && { headers: { dpop } }) });
const ask = (authorization: string, dpop?: string) =>
  provider.send('GET', '/oauth/userinfo', { headers: { authorization, ...(dpop !== undefined && { dpop }) } });
const userinfoProof = (accessToken: string, key: TestKey, parts?: ProofParts) =>
  proof({ method: 'GET', url: `${provider.url}/oauth/userinfo`, accessToken }, key, parts);
const seconds = () => Math.floor(Date.now() / 1000);

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsaJwk = rsa.publicKey.export({ format: 'jwk' });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** The point of order 1: native verifiers take a signature of zeros for any message. */
const smallOrder = { kty: 'OKP', crv: 'Ed25519', x: 'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };

const refused: readonly (readonly [string, (key: TestKey) => ProofParts])[] = [
  ['§4.3-3: a proof without htm', () => ({ claims: { htm: undefined } })],
  ['§4.3-3: a proof without htu', () => ({ claims: { htu: undefined } })],
  ['§4.3-3: a proof without iat', () => ({ claims: { iat: undefined } })],
  ['§4.3-3: a proof without jti', () => ({ claims: { jti: undefined } })],
  ['§4.3-3: a proof with an empty jti', () => ({ claims: { jti: '' } })],
  ['§11.1: a proof with a jti of 257 characters', () => ({ claims: { jti: 'j'.repeat(257) } })],
  ['§4.3-4: a proof of another typ', () => ({ header: { typ: 'JWT' } })],
  ['§4.3-4: a proof without typ', () => ({ header: { typ: undefined } })],
  ['§4.3-5: a proof with alg none', () => ({ header: { alg: 'none' }, signature: () => new Uint8Array() })],
  [
    '§4.3-5: a proof with a symmetric alg',
    () => ({ header: { alg: 'HS256' }, signature: (input) => createHmac('sha256', 'secret').update(input).digest() }),
  ],
  [
    '§4.3-5: a proof with an alg that is not supported',
    () => ({
      header: { alg: 'RS256', jwk: rsaJwk },
      signature: (input) => sign('RSA-SHA256', input, rsa.privateKey),
    }),
  ],
  [
    '§4.3-5: a proof with an EC key',
    () => ({
      header: { alg: 'ES256', jwk: ec.publicKey.export({ format: 'jwk' }) },
      signature: (input) => sign('sha256', input, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
    }),
  ],
  ['RFC 7515 §4.1.11: a proof with crit', () => ({ header: { crit: ['exp'], exp: 1 } })],
  ['§4.3-6: a proof without jwk', () => ({ header: { jwk: undefined } })],
  ['§4.3-6: a proof with a bad signature', () => ({ signature: () => new Uint8Array(64) })],
  ['§4.3-6: a proof that another key signed', () => ({ signature: newKey().privateKey })],
  [
    'RFC 8032 §8.9: a proof by a small-order key',
    () => ({ header: { jwk: smallOrder }, signature: () => Buffer.concat([Buffer.of(1), Buffer.alloc(63)]) }),
  ],
  ['§4.3-7: a proof with a private key', ({ publicJwk }) => ({ header: { jwk: { ...publicJwk, d: publicJwk.x } } })],
  ['§4.3-8: a proof for another method', () => ({ claims: { htm: 'GET' } })],
  ['§4.3-8: a proof with the method in lower case', () => ({ claims: { htm: 'post' } })],
  ['§4.3-9: a proof for another path', () => ({ claims: { htu: `${provider.url}/oauth/poll` } })],
  ['§4.3-9: a proof for another host', () => ({ claims: { htu: 'https://other.test/oauth/token' } })],
  ['§4.3-9: a proof with a relative address', () => ({ claims: { htu: '/oauth/token' } })],
  ['§4.3-11: a proof of more than a minute ago', () => ({ claims: { iat: seconds() - 70 } })],
  ['§4.3-11: a proof of more than a minute ahead', () => ({ claims: { iat: seconds() + 70 } })],
  ['§4.3-11: a proof whose iat is text', () => ({ claims: { iat: String(seconds()) } })],
];

test.each(refused)('RFC 9449 %s is rejected at the token endpoint and consumes no code', async (_rule, parts) => {
  const key = newKey();
  const { grant } = await provider.approve({ dpop_jkt: key.jkt });
  const response = await exchange(grant, await tokenProof(provider.url, key, parts(key)));
  expect([response.status, response.body]).toEqual([
    400,
    { error: 'invalid_dpop_proof', error_description: expect.stringMatching(/^[\x20-\x7e]+$/) },
  ]);
  expect((await exchange(grant, await tokenProof(provider.url, key))).status).toBe(200);
});

test.each(['a', 'a.b.c', '..', 'e30.'.repeat(3), 'é.e30.e30', 'x'.repeat(4000)])(
  'RFC 9449 §4.3-2: %s is rejected at the token endpoint',
  async (dpop) => {
    const { grant } = await provider.approve();
    const response = await exchange(grant, dpop);
    expect([response.status, response.body['error']]).toEqual([400, 'invalid_dpop_proof']);
  },
);

test('RFC 9449 §4.3-1: a second DPoP header is rejected [C31]', async () => {
  const key = newKey();
  const { grant } = await provider.approve();
  const one = await tokenProof(provider.url, key);
  const two = await tokenProof(provider.url, key);
  const response = await provider.send('POST', '/oauth/token', {
    form: grant,
    headers: [
      ['dpop', one],
      ['dpop', two],
    ],
  });
  expect([response.status, response.body['error']]).toEqual([400, 'invalid_dpop_proof']);
});

test.each([
  ['RFC 9449 §4.2: query and fragment of htu do not count', (url: string) => `${url}/oauth/token?a=b#c`],
  [
    'RFC 3986 §6.2.2.1: scheme and host compare without regard to case',
    (url: string) => `${url.toUpperCase()}/oauth/token`,
  ],
  ['RFC 3986 §6.2.2.2: escapes of unreserved characters do not count', (url: string) => `${url}/oauth/%74oken`],
  ['RFC 3986 §6.2.2.3: dot segments do not count', (url: string) => `${url}/x/../oauth/./token`],
])('%s', async (_rule, htu) => {
  const key = newKey();
  const { grant } = await provider.approve();
  const response = await exchange(grant, await tokenProof(provider.url, key, { claims: { htu: htu(provider.url) } }));
  expect(response.status).toBe(200);
});

test('RFC 9864 §2.2: alg Ed25519 is accepted like EdDSA', async () => {
  const key = newKey();
  const { grant } = await provider.approve({ dpop_jkt: key.jkt });
  expect((await exchange(grant, await tokenProof(provider.url, key, { header: { alg: 'Ed25519' } }))).status).toBe(200);
});

test('RFC 9449 §5, §6.1: with a proof token_type is DPoP and the tokens have cnf.jkt [A2]', async () => {
  const key = newKey();
  const { tokenType, accessToken, idToken } = await provider.signIn(key);
  expect(tokenType).toBe('DPoP');
  for (const token of [accessToken, idToken]) expect(decode(token).claims).toMatchObject({ cnf: { jkt: key.jkt } });
});

test('RFC 9449 §5: without a proof the tokens are Bearer tokens', async () => {
  const { tokenType, accessToken } = await provider.signIn();
  expect([tokenType, decode(accessToken).claims['cnf']]).toEqual(['Bearer', undefined]);
});

test('RFC 9449 §5: refresh tokens of public clients are bound to the key', async () => {
  const key = newKey();
  const { refreshToken } = await provider.signIn(key);
  for (const other of [undefined, newKey()]) {
    const response = await provider.refresh(refreshToken, other);
    expect([response.status, response.body['error']]).toEqual([400, 'invalid_dpop_proof']);
  }
  const response = await provider.refresh(refreshToken, key);
  expect([response.status, response.body['token_type']]).toEqual([200, 'DPoP']);
  expect(decode(String(response.body['access_token'])).claims).toMatchObject({ cnf: { jkt: key.jkt } });
});

test('RFC 9449 §10: a code is bound to the key that dpop_jkt announced [A95]', async () => {
  const key = newKey();
  const { grant } = await provider.approve({ dpop_jkt: key.jkt });
  for (const dpop of [undefined, await tokenProof(provider.url, newKey())]) {
    const response = await exchange(grant, dpop);
    expect([response.status, response.body['error']]).toEqual([400, 'invalid_dpop_proof']);
  }
  expect((await exchange(grant, await tokenProof(provider.url, key))).status).toBe(200);
});

test('RFC 9449 §7.1: a bound token is accepted with a proof that hashes it', async () => {
  const key = newKey();
  const { accessToken } = await provider.signIn(key);
  const response = await ask(`DPoP ${accessToken}`, await userinfoProof(accessToken, key));
  expect([response.status, response.body]).toEqual([200, { sub: provider.owner.sub, aud: provider.clientId }]);
});

test.each<[string, ProofParts]>([
  ['RFC 9449 §4.3-12: a proof without ath', { claims: { ath: undefined } }],
  ['RFC 9449 §4.3-12: a proof with the hash of another token', { claims: { ath: 'A'.repeat(43) } }],
])('%s is rejected at userinfo', async (_rule, parts) => {
  const key = newKey();
  const { accessToken } = await provider.signIn(key);
  const response = await ask(`DPoP ${accessToken}`, await userinfoProof(accessToken, key, parts));
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    401,
    'DPoP error="invalid_dpop_proof", algs="EdDSA Ed25519 ES256", scope="openid"',
  ]);
});

test('RFC 9449 §7.1: a token bound to another key is invalid_token', async () => {
  const { accessToken } = await provider.signIn(newKey());
  const response = await ask(`DPoP ${accessToken}`, await userinfoProof(accessToken, newKey()));
  expect([response.status, response.body['error']]).toEqual([401, 'invalid_token']);
  expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"');
});

test('RFC 9449 §7.2: a bound token is rejected under Bearer, an unbound one under DPoP', async () => {
  const key = newKey();
  const bound = await provider.signIn(key);
  const unbound = await provider.signIn();
  const responses = [
    await ask(`Bearer ${bound.accessToken}`),
    await ask(`DPoP ${unbound.accessToken}`, await userinfoProof(unbound.accessToken, key)),
  ];
  for (const { status, body } of responses)
    expect([status, body]).toEqual([
      401,
      { error: 'invalid_token', error_description: 'The access token is not valid for this request.' },
    ]);
});

test('RFC 9449 §7.1: without credentials the challenges name schemes, algorithms and scope, and no error', async () => {
  const response = await provider.send('GET', '/oauth/userinfo');
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    401,
    'DPoP algs="EdDSA Ed25519 ES256", scope="openid", Bearer scope="openid"',
  ]);
});

test('RFC 9449 §11.1: a proof is accepted once at either endpoint [C31]', async () => {
  const key = newKey();
  const first = await provider.approve({ dpop_jkt: key.jkt });
  const second = await provider.approve({ dpop_jkt: key.jkt });
  const dpop = await tokenProof(provider.url, key);
  expect((await exchange(first.grant, dpop)).status).toBe(200);
  expect((await exchange(second.grant, dpop)).body['error']).toBe('invalid_dpop_proof');

  const { accessToken } = await provider.signIn(key);
  const presented = await userinfoProof(accessToken, key);
  expect((await ask(`DPoP ${accessToken}`, presented)).status).toBe(200);
  expect((await ask(`DPoP ${accessToken}`, presented)).body['error']).toBe('invalid_dpop_proof');
});

test('RFC 9449 §11.1: the same jti of another key is accepted', async () => {
  const claims = { jti: crypto.randomUUID() };
  for (const key of [newKey(), newKey()]) {
    const { grant } = await provider.approve({ dpop_jkt: key.jkt });
    expect((await exchange(grant, await tokenProof(provider.url, key, { claims }))).status).toBe(200);
  }
});

test('RFC 9449 §5.1: the metadata lists the supported algorithms', async () => {
  const { body } = await provider.send('GET', '/.well-known/oauth-authorization-server');
  expect(body['dpop_signing_alg_values_supported']).toEqual(['EdDSA', 'Ed25519', 'ES256']);
});
