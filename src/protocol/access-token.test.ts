import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AccessTokenError,
  accessTokenErrorCodes,
  type AccessTokenExpectation,
  createVerifiedTokenCache,
  type VerifiedToken,
  verifyAccessToken,
} from './access-token.ts';
import { encodeBase64url } from './base64url.ts';
import { utf8 } from './bytes.ts';
import type { JsonObject } from './json-object.ts';
import type { KeyResolver } from './signed-jwt.ts';
import {
  accessTokenClaims,
  accessTokenHeader,
  clientId,
  createSigningProvider,
  idTokenClaims,
  idTokenHeader,
  issuer,
  now,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { UnavailableError } from './unavailable-error.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/request-defects.ts';

const provider = await createSigningProvider();
const expected = { keys: provider.keys, issuer, audience: issuer, now };

async function refusal(token: string, expectation: Partial<AccessTokenExpectation> = {}): Promise<string | undefined> {
  try {
    await verifyAccessToken({ token, ...expected, ...expectation });
    return undefined;
  } catch (error) {
    if (error instanceof AccessTokenError) return rejectionCode(error);
    throw error;
  }
}

const withClaims = (claims: JsonObject) => provider.token(accessTokenHeader, { ...accessTokenClaims, ...claims });
const withHeader = (header: JsonObject) => provider.token({ ...accessTokenHeader, ...header }, accessTokenClaims);

test('RFC 9068 §4: a valid access token yields subject, client, identifier and times [C27]', async () => {
  const token = await withClaims({});
  expect(await verifyAccessToken({ token, ...expected })).toEqual({
    sub: accessTokenClaims.sub,
    clientId,
    jti: 'at-1',
    iat: now - 10,
    exp: now + 890,
    claims: accessTokenClaims,
  });
});

const good = await withClaims({});
const [header = '', payload = '', signature = ''] = good.split('.');

test.each([
  ['nothing', ''],
  ['one word', 'token'],
  ['two segments', `${header}.${payload}`],
  ['three segments of junk', 'a.b.c'],
  ['four segments', `${good}.AA`],
  ['five segments, as an encrypted token has', `${header}.AA.AA.AA.AA`],
  ['padding', `${good}=`],
  ['a line end', `${good}\n`],
  ['an empty header', `.${payload}.${signature}`],
  ['claims that are no object', `${header}.${encodeBase64url(utf8('null'))}.${signature}`],
  ['claims that are no JSON', `${header}.${encodeBase64url(utf8('{'))}.${signature}`],
])('RFC 9068 §4: %s is no JWT', async (_, token) => {
  expect(await refusal(token)).toBe('malformed_access_token');
});

test.each(['JWT', 'jwt', 'at', 'AT+JWT', 'dpop+jwt', 'application/jwt', null, ['at+jwt'], undefined])(
  'RFC 9068 §2.1: typ %j is rejected',
  async (typ) => {
    expect(await refusal(await withHeader({ typ }))).toBe('bad_access_token_typ');
  },
);

test('RFC 9068 §2.1: typ application/at+jwt is accepted', async () => {
  expect(await refusal(await withHeader({ typ: 'application/at+jwt' }))).toBeUndefined();
});

test('access token: an ID token of the same provider is rejected', async () => {
  expect(await refusal(await provider.token(idTokenHeader, { ...idTokenClaims, aud: issuer }))).toBe(
    'bad_access_token_typ',
  );
});

test.each(['none', 'None', 'HS256', 'RS384', 'PS256', 'ES256', 'EdDSA', 'rs256', '', null, undefined])(
  'RFC 9068 §4: alg %j is rejected',
  async (alg) => {
    expect(await refusal(await withHeader({ alg }))).toBe('bad_access_token_alg');
  },
);

test('RFC 8725 §3.1: an unsigned access token is rejected', async () => {
  const unsigned = encodeBase64url(utf8(JSON.stringify({ ...accessTokenHeader, alg: 'none' })));
  expect(await refusal(`${unsigned}.${payload}.`)).toBe('bad_access_token_alg');
});

test.each(['k3', '', '__proto__', 'constructor', null, 1, undefined])(
  'RFC 9068 §4: kid %j is rejected as unknown',
  async (kid) => {
    expect(await refusal(await withHeader({ kid }))).toBe('unknown_access_token_kid');
  },
);

test.each([null, 1, ['k1'], undefined])('RFC 7515 §4.1.4: kid %j is no string and never looked up', async (kid) => {
  const requestedKids: string[] = [];
  const keys: KeyResolver = (requested) => {
    requestedKids.push(requested);
    return provider.keys('k1');
  };
  expect(await refusal(await withHeader({ kid }), { keys })).toBe('unknown_access_token_kid');
  expect(requestedKids).toEqual([]);
});

test('access token: a token that its status list revokes is rejected, and accepted without status lists', async () => {
  const status = { status_list: { idx: 7, uri: `${issuer}/oauth/status-lists/0` } };
  const statusLists = { isRevoked: ({ idx }: { readonly idx: number }) => Promise.resolve(idx === 7) };
  expect(await refusal(await withClaims({ status }), { statusLists })).toBe('revoked_access_token');
  expect(await refusal(good, { statusLists })).toBeUndefined();
  expect(await refusal(await withClaims({ status }))).toBeUndefined();
});

test('access token: the message names the accepted typ and the expected issuer', async () => {
  const verify = (token: string) => verifyAccessToken({ token, ...expected });
  await expect(verify(await withHeader({ typ: 'JWT' }))).rejects.toThrow('is not at+jwt or application/at+jwt.');
  await expect(verify(await withClaims({ iss: 'https://other.example' }))).rejects.toThrow(`is not ${issuer}.`);
});

test('RFC 9068 §4: a signature by another key, a truncated one and an empty one are rejected', async () => {
  expect(await refusal(await provider.token(accessTokenHeader, accessTokenClaims, 'k2'))).toBe(
    'bad_access_token_signature',
  );
  expect(await refusal(await withHeader({ kid: 'k2' }))).toBe('bad_access_token_signature');
  expect(await refusal(`${header}.${payload}.${signature.slice(0, 8)}`)).toBe('bad_access_token_signature');
  expect(await refusal(`${header}.${payload}.`)).toBe('bad_access_token_signature');
});

test.each([
  ['symmetric', { kty: 'oct', k: 'AA' }],
  ['elliptic', { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }],
  ['too short for RS256', { kty: 'RSA', n: encodeBase64url(new Uint8Array(128).fill(255)), e: 'AQAB' }],
  ['broken', { kty: 'RSA' }],
])('access token: a token is rejected when the key of the provider is %s', async (_, jwk) => {
  expect(await refusal(good, { keys: () => Promise.resolve(jwk) })).toBe('bad_access_token_signature');
});

test.each(['https://sso.example/', 'http://sso.example', 'https://SSO.example', '', null, [issuer], undefined])(
  'RFC 9068 §4: iss %j is rejected',
  async (iss) => {
    expect(await refusal(await withClaims({ iss }))).toBe('bad_access_token_iss');
  },
);

test.each([clientId, [clientId], [], '', null, undefined, { [issuer]: true }, [[issuer]]])(
  'RFC 9068 §4: aud %j is rejected',
  async (aud) => {
    expect(await refusal(await withClaims({ aud }))).toBe('bad_access_token_aud');
  },
);

test('RFC 9068 §4: of several accepted audiences one is enough, and the error names all of them', async () => {
  const others = ['https://first.example', 'https://second.example'];
  expect(await refusal(await withClaims({ aud: 'https://second.example' }), { audience: others })).toBeUndefined();
  const rejected = verifyAccessToken({ token: await withClaims({ aud: issuer }), ...expected, audience: others });
  await expect(rejected).rejects.toThrow(/does not include https:\/\/first\.example or https:\/\/second\.example/);
});

test('RFC 9068 §4: without an expected audience any aud is accepted', async () => {
  expect(await refusal(await withClaims({ aud: 'https://other.example' }), { audience: undefined })).toBeUndefined();
});

test('RFC 9068 §4: aud may be the audience or an array that contains it', async () => {
  expect(await refusal(await withClaims({ aud: issuer }))).toBeUndefined();
  expect(await refusal(good, { audience: clientId })).toBeUndefined();
});

test.each([
  ['a second ago', now - 1],
  ['now', now],
  ['as text', String(now + 60)],
  ['null', null],
  ['missing', undefined],
])('RFC 9068 §4: an exp that is %s is rejected', async (_, exp) => {
  expect(await refusal(await withClaims({ exp }))).toBe('expired_access_token');
});

test('RFC 9068 §4: an access token is accepted until its last second', async () => {
  expect(await refusal(await withClaims({ exp: now + 1 }))).toBeUndefined();
});

test.each([
  [now + 31, 'expired_access_token'],
  [now + 30, undefined],
  [now - 1, undefined],
  ['soon', 'expired_access_token'],
  [null, 'expired_access_token'],
])('RFC 7519 §4.1.5: nbf %j with 30 seconds of skew: %s', async (nbf, code) => {
  expect(await refusal(await withClaims({ nbf }))).toBe(code);
});

test.each(['', null, 1, undefined])('RFC 9068 §2.2: sub %j is rejected', async (sub) => {
  expect(await refusal(await withClaims({ sub }))).toBe('missing_access_token_sub');
});

test.each(['client_id', 'jti', 'iat'])('RFC 9068 §2.2: an access token without %s is rejected', async (claim) => {
  for (const value of [undefined, null, '', {}]) {
    expect(await refusal(await withClaims({ [claim]: value }))).toBe('malformed_access_token');
  }
});

test('access token: an unreachable key set is UnavailableError, not a rejection', async () => {
  const keys: KeyResolver = () => Promise.reject(new Error('connect ECONNREFUSED'));
  await expect(verifyAccessToken({ token: good, ...expected, keys })).rejects.toThrow(UnavailableError);
  await expect(verifyAccessToken({ token: good, ...expected, keys })).rejects.toMatchObject({
    code: 'unavailable',
    needed: 'key_set',
  });
  expect(await refusal('a.b.c', { keys })).toBe('malformed_access_token');
});

test('access token: a malformed token does not look up a key', async () => {
  const requestedKids: string[] = [];
  const keys: KeyResolver = (kid) => {
    requestedKids.push(kid);
    return provider.keys(kid);
  };
  for (const token of ['a.b.c', await withHeader({ typ: 'JWT' }), await withHeader({ alg: 'HS256' })])
    await refusal(token, { keys });
  expect(requestedKids).toEqual([]);
  await refusal(good, { keys });
  expect(requestedKids).toEqual(['k1']);
});

test('access token: any text is rejected with a code', async () => {
  const segment = fc.oneof(
    fc.string(),
    fc.json().map((json) => encodeBase64url(utf8(json))),
    fc.constantFrom(header, payload, signature),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 5 }), async (segments) => {
      const token = segments.join('.');
      if (token !== good) expect(accessTokenErrorCodes).toContain(await refusal(token));
    }),
  );
});

test('access token: any signed claims are accepted or rejected with a code', async () => {
  const codes: readonly (string | undefined)[] = [...accessTokenErrorCodes, undefined];
  const names = Object.keys(accessTokenClaims);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.jsonValue(), async (name, value) => {
      expect(codes).toContain(await refusal(await withClaims({ [name]: value })));
    }),
    { numRuns: 40 },
  );
});

test('access token cache: a cached token skips signature verification while its key is unchanged', async () => {
  const key = await provider.keys('k1');
  expect(key).toBeDefined();
  if (key === undefined) return;
  // 'a.b.c' cannot be verified, so accepting it proves that the cache was used.
  const entry = { claims: accessTokenClaims, kid: 'k1', key, exp: accessTokenClaims.exp };
  const tokenCache = { get: () => entry, set: () => {} };
  expect(await refusal('a.b.c', { tokenCache })).toBeUndefined();
  expect(await refusal('a.b.c', { tokenCache, keys: () => provider.keys('k2') })).toBe('malformed_access_token');
});

test('access token cache: a cached token is rejected once its key is retired or replaced', async () => {
  const tokenCache = createVerifiedTokenCache();
  expect(await refusal(good, { tokenCache })).toBeUndefined();
  expect(await refusal(good, { tokenCache, keys: () => Promise.resolve(undefined) })).toBe('unknown_access_token_kid');
  expect(await refusal(good, { tokenCache, keys: () => provider.keys('k2') })).toBe('bad_access_token_signature');
  await expect(refusal(good, { tokenCache, keys: () => Promise.reject(new Error('down')) })).rejects.toThrow(
    UnavailableError,
  );
});

test('access token cache: issuer, audience and times of a cached token are still checked', async () => {
  const tokenCache = createVerifiedTokenCache();
  expect(await refusal(good, { tokenCache })).toBeUndefined();
  expect(await refusal(good, { tokenCache, issuer: 'https://other.example' })).toBe('bad_access_token_iss');
  expect(await refusal(good, { tokenCache, audience: 'https://other.example' })).toBe('bad_access_token_aud');
  expect(await refusal(good, { tokenCache, now: accessTokenClaims.exp })).toBe('expired_access_token');
});

test('access token cache: a rejected token is not cached', async () => {
  const cached: VerifiedToken[] = [];
  const tokenCache = { get: () => undefined, set: (_: string, token: VerifiedToken) => void cached.push(token) };
  await refusal(await provider.token(accessTokenHeader, accessTokenClaims, 'k2'), { tokenCache });
  for (const exp of [now, String(now + 60)]) await refusal(await withClaims({ exp }), { tokenCache });
  await refusal('a.b.c', { tokenCache });
  expect(cached).toEqual([]);
  await refusal(good, { tokenCache });
  const { exp } = accessTokenClaims;
  expect(cached).toMatchObject([{ claims: accessTokenClaims, kid: 'k1', key: await provider.keys('k1'), exp }]);
});

const token = (exp: number) => ({ claims: {}, kid: 'k1', key: { kty: 'RSA' }, exp });

test('verified token cache: a token is kept until it expires', () => {
  const cache = createVerifiedTokenCache();
  cache.set('a', token(100));
  expect(cache.get('a', 99)).toEqual(token(100));
  expect(cache.get('a', 100)).toBeUndefined();
  // The entry is deleted: it does not reappear when the clock goes back.
  expect(cache.get('a', 99)).toBeUndefined();
});

test('verified token cache: the cache is bounded and evicts the least recently used token', () => {
  const cache = createVerifiedTokenCache(2);
  cache.set('a', token(100));
  cache.set('b', token(100));
  cache.get('a', 1);
  cache.set('c', token(100));
  expect(['a', 'b', 'c'].filter((digest) => cache.get(digest, 1) !== undefined)).toEqual(['a', 'c']);
});
