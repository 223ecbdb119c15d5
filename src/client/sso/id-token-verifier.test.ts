import { beforeEach, expect, test } from 'vitest';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { otherSigner, rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { createIdTokenVerifier, type IdTokenVerifierOptions } from './id-token-verifier.ts';
import {
  alice,
  baseUrl,
  clientId,
  createFakeProvider,
  type FakeProvider,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';

let provider: FakeProvider;
let reasons: string[];
beforeEach(async () => {
  provider = await createFakeProvider();
  reasons = [];
});

const verifier = (options: Partial<IdTokenVerifierOptions> = {}) =>
  createIdTokenVerifier({
    ssoBaseUrl: baseUrl,
    providerAddress: clientId,
    fetch: provider.fetch,
    now: () => provider.clock.now,
    onRefused: (reason) => reasons.push(reason),
    ...options,
  });
const seconds = () => provider.clock.now / 1000;
const bound = jwkThumbprint(rfc8037Signer.jwk);

test('ID token verifier: an exception in onRefused is ignored [S163]', async () => {
  const onRefused = () => {
    throw new Error('The log is full.');
  };
  expect(await verifier({ onRefused })('no token')).toBeNull();
});

test('ID token verifier: a valid id_token yields its claims [S163]', async () => {
  const token = await provider.idToken({ sub: alice, nonce: 'n' });
  expect(await verifier()(token, { nonce: 'n' })).toMatchObject({
    sub: alice,
    iss: baseUrl,
    aud: clientId,
    nonce: 'n',
  });
  expect(reasons).toEqual([]);
});

const other = 'ffffffffffffffffffffffffffffffff';
test.each([
  ['aud as a list of one', { aud: [clientId] }, {}, null],
  [
    'a trusted second audience, with azp',
    { aud: [clientId, other], azp: clientId },
    { trustedAudiences: [other] },
    null,
  ],
  ['a second audience that is not trusted', { aud: [clientId, other], azp: clientId }, {}, 'untrusted_id_token_aud'],
  [
    'a trusted second audience without azp',
    { aud: [clientId, other] },
    { trustedAudiences: [other] },
    'bad_id_token_azp',
  ],
  ['another azp', { azp: other }, {}, 'bad_id_token_azp'],
  ['azp of the client', { azp: clientId }, {}, null],
  ['another audience only', { aud: other }, { trustedAudiences: [other] }, 'bad_id_token_aud'],
  ['no audience', { aud: undefined }, {}, 'bad_id_token_aud'],
  ['another issuer', { iss: 'https://evil.example' }, {}, 'bad_id_token_iss'],
  ['an issuer with a slash', { iss: `${baseUrl}/` }, {}, 'bad_id_token_iss'],
  ['an issuer that was configured', { iss: 'https://id.example' }, { issuer: 'https://id.example' }, null],
  ['no sub', { sub: undefined }, {}, 'missing_id_token_sub'],
])('ID token verifier: %s is rejected with %s [A92, S164]', async (_, claims, options, reason) => {
  const result = await verifier(options)(await provider.idToken({ sub: alice, ...claims }));
  expect(result === null).toBe(reason !== null);
  expect(reasons).toEqual(reason === null ? [] : [reason]);
});

test.each([
  ['exp', -29, {}, true],
  ['exp', -30, {}, false],
  ['exp', -1, { clockSkew: 0 }, false],
  ['exp', -119, { clockSkew: 120 }, true],
  ['nbf', 30, {}, true],
  ['nbf', 31, {}, false],
  ['nbf', 1, { clockSkew: 0 }, false],
  ['iat', 30, {}, true],
  ['iat', 31, {}, false],
  ['iat', 1, { clockSkew: 0 }, false],
])(
  'ID token verifier: %s %i s from now with %o is accepted: %s (default skew 30 s) [A92, A107, S165]',
  async (claim, offset, options, accepted) => {
    const token = await provider.idToken({ sub: alice, [claim]: seconds() + offset });
    expect((await verifier(options)(token)) !== null).toBe(accepted);
  },
);

test.each([{ exp: undefined }, { exp: 'soon' }, { iat: undefined }, { nbf: 'later' }])(
  'ID token verifier: times %o are rejected [S165]',
  async (claims) => {
    expect(await verifier()(await provider.idToken({ sub: alice, ...claims }))).toBeNull();
  },
);

test.each([
  ['the nonce', { nonce: 'n' }, 'n', true],
  ['another nonce', { nonce: 'm' }, 'n', false],
  ['no nonce', {}, 'n', false],
  ['a nonce although none is expected', { nonce: 'n' }, undefined, true],
])('ID token verifier: nonce with %s is compared with the sent one [A92, S166]', async (_, claims, nonce, accepted) => {
  expect((await verifier()(await provider.idToken({ sub: alice, ...claims }), { nonce })) !== null).toBe(accepted);
});

test('ID token verifier: an expected key must equal cnf.jkt [S167]', async () => {
  const token = await provider.idToken({ sub: alice, cnf: { jkt: bound } });
  expect(await verifier()(token, { jkt: bound })).not.toBeNull();
  expect(await verifier()(token, { jkt: jwkThumbprint(otherSigner.jwk) })).toBeNull();
  expect(await verifier()(await provider.idToken({ sub: alice }), { jkt: bound })).toBeNull();
});

test.each([
  ['alg none', { alg: 'none' }],
  ['alg HS256', { alg: 'HS256' }],
  ['alg RS512', { alg: 'RS512' }],
  ['the typ of an access token', { typ: 'at+jwt' }],
  ['an unknown kid', { kid: 'gone' }],
  ['no kid', { kid: undefined }],
])('ID token verifier: a header with %s is rejected [S168]', async (_, change) => {
  const [, payload, signature] = (await provider.idToken({ sub: alice })).split('.');
  const header = { alg: 'RS256', typ: 'JWT', kid: 'key-0', ...change };
  const token = `${btoa(JSON.stringify(header)).replaceAll('=', '')}.${payload}.${signature}`;
  expect(await verifier()(token)).toBeNull();
});

test.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', '..', 'eyJhbGciOiJSUzI1NiJ9..'])(
  'ID token verifier: %j is rejected [S169]',
  async (token) => {
    expect(await verifier()(token)).toBeNull();
    expect(reasons).toEqual(['malformed_id_token']);
  },
);

test('ID token verifier: a changed payload is rejected [S169]', async () => {
  const [header, , signature] = (await provider.idToken({ sub: alice })).split('.');
  const payload = btoa(JSON.stringify({ sub: 'mallory' })).replaceAll('=', '');
  expect(await verifier()(`${header}.${payload}.${signature}`)).toBeNull();
  expect(reasons).toEqual(['bad_id_token_signature']);
});

test('ID token verifier: an unreachable key set yields null and the reason unavailable [S170]', async () => {
  provider.respondWith('/oauth/jwks', () => new Response('down', { status: 503 }));
  expect(await verifier()(await provider.idToken({ sub: alice }))).toBeNull();
  expect(reasons).toEqual(['unavailable']);
});

test('ID token verifier: the key set is fetched once and again for a rotated key [S171]', async () => {
  const verify = verifier({ ssoBaseUrl: `${baseUrl}/` });
  for (let i = 0; i < 3; i++) expect(await verify(await provider.idToken({ sub: alice }))).not.toBeNull();
  expect(provider.to('/oauth/jwks')).toHaveLength(1);
  await provider.rotate();
  provider.clock.now += 10_000;
  expect(await verify(await provider.idToken({ sub: alice }))).not.toBeNull();
  expect(provider.to('/oauth/jwks')).toHaveLength(2);
});

test('ID token verifier: without onRefused a rejection is null [A93, S163]', async () => {
  const verify = createIdTokenVerifier({ ssoBaseUrl: baseUrl, providerAddress: clientId, fetch: provider.fetch });
  expect(await verify('x')).toBeNull();
});
