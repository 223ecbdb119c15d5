import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  buildRequest,
  validRequest,
  requestDefects,
} from '../../../contract-tests/fixtures/protocol/request-defects.ts';
import {
  accessTokenClaims,
  accessTokenHeader,
  clientId,
  createSigningProvider,
  issuer,
  now,
} from '../../../contract-tests/fixtures/protocol/signing-provider.ts';
import type { JsonObject } from '../../protocol/json-object.ts';
import { encodeStatusList } from '../../protocol/status-list.ts';
import { createMemoryReplayStore } from '../dpop/replay-stores.ts';
import { type AccessTokenVerifierOptions, createAccessTokenVerifier } from './access-token-verifier.ts';

const provider = await createSigningProvider();
const url = 'https://notes.example/api/notes';
const { cnf: _cnf, ...bearerClaims } = accessTokenClaims;

const verifier = (options: Partial<AccessTokenVerifierOptions> = {}) =>
  createAccessTokenVerifier({
    issuer,
    audience: clientId,
    keys: provider.keys,
    replayStore: createMemoryReplayStore({ now: () => now * 1000 }),
    now: () => now * 1000,
    ...options,
  });
const bearer = async (claims: JsonObject = {}) => {
  const token = await provider.token(accessTokenHeader, { ...bearerClaims, ...claims });
  return new Request(url, { headers: { authorization: `Bearer ${token}` } });
};

test('SDK access token verifier: a Bearer token yields user, application, scope and claims [S117]', async () => {
  const result = await verifier()(await bearer({ scope: 'openid notes' }));
  expect(result).toEqual({
    ok: true,
    sub: accessTokenClaims.sub,
    clientId,
    scope: 'openid notes',
    claims: expect.objectContaining({ jti: 'at-1' }),
  });
});

test('SDK access token verifier: a token of an approval is accepted with the option approvals only', async () => {
  const request = () => bearer({ scope: 'approval' });
  expect(await verifier()(await request())).toMatchObject({ ok: false, status: 401, code: 'bad_access_token_aud' });
  expect(await verifier({ approvals: true })(await request())).toMatchObject({ ok: true, scope: 'approval' });
});

test('SDK access token verifier: a path as baseUrl throws an error, because no proof could match it', () => {
  expect(() => verifier({ baseUrl: '/' })).toThrow('baseUrl is "/"');
});

test('SDK access token verifier: a DPoP request also yields the thumbprint of its key [S117]', async () => {
  const result = await verifier()(await buildRequest(validRequest, provider));
  expect(result).toMatchObject({ ok: true, sub: accessTokenClaims.sub, jkt: accessTokenClaims.cnf.jkt });
});

test('SDK access token verifier: scope is empty for a token without scope [S117]', async () => {
  expect(await verifier()(await bearer({ scope: undefined }))).toMatchObject({ ok: true, scope: '' });
});

test('SDK access token verifier: a token issued to another application is rejected [S119]', async () => {
  const other = '00000006010000000000000000000002';
  const request = await bearer({ aud: [other, issuer], client_id: other });
  expect(await verifier()(request)).toMatchObject({ ok: false, status: 401, code: 'bad_access_token_aud' });
  expect(await verifier({ audience: 'any-application' })(request)).toMatchObject({ ok: true, clientId: other });
});

test("SDK access token verifier: 'any-application' rejects a token that is for its application only [S119]", async () => {
  const request = await bearer({ aud: clientId });
  expect(await verifier()(request)).toMatchObject({ ok: true });
  expect(await verifier({ audience: 'any-application' })(request)).toMatchObject({ code: 'bad_access_token_aud' });
});

test('SDK access token verifier: a missing audience throws an error that names both choices [S118]', () => {
  expect(() => verifier({ audience: '' })).toThrow(/audience is required: the provider address .* 'any-application'/);
});

test('SDK access token verifier: a missing issuer throws an error that names it [S118]', () => {
  expect(() => verifier({ issuer: '' })).toThrow('issuer must be the URL of the sign-in provider');
});

test('RFC 9449 §7.2: the SDK access token verifier rejects a key-bound token under Bearer [S120]', async () => {
  expect(await verifier()(await bearer({ cnf: accessTokenClaims.cnf }))).toMatchObject({
    code: 'bound_access_token',
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token", scope="openid"' },
  });
});

test.each([
  [{ exp: now - 1 }, 'expired_access_token'],
  [{ iss: 'https://other.example' }, 'bad_access_token_iss'],
  [{ sub: '' }, 'missing_access_token_sub'],
])('SDK access token verifier: a Bearer token with %o is rejected with %s [S121]', async (claims, code) => {
  const result = await verifier()(await bearer(claims));
  expect(result).toMatchObject({ ok: false, status: 401, code, body: { ok: false, code } });
  expect(result.ok || result.headers['WWW-Authenticate']).toBe('Bearer error="invalid_token", scope="openid"');
});

const dpopDefects = requestDefects.filter(
  ({ code }) => !['missing_authorization', 'invalid_scheme', 'bad_access_token_aud'].includes(code),
);
test.each(dpopDefects)(
  'SDK access token verifier: a DPoP request is rejected with $code [S121]',
  async ({ code, apply }) => {
    const verify = verifier();
    const draft = apply(validRequest);
    if (draft.used) await verify(await buildRequest(validRequest, provider));
    expect(await verify(await buildRequest(draft, provider))).toMatchObject({
      ok: false,
      status: 401,
      code,
      headers: { 'WWW-Authenticate': 'DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"' },
    });
  },
);

test.each([
  ['no Authorization header', {}, 'missing_authorization'],
  ['another scheme', { authorization: 'Basic YTpi' }, 'invalid_scheme'],
])('RFC 6750 §3.1: with %s the challenge offers the schemes without an error [S122]', async (_, headers, code) => {
  const metadata = 'https://notes.example/.well-known/oauth-protected-resource';
  const request = new Request(url, { headers });
  expect(await verifier()(request)).toMatchObject({
    code,
    headers: { 'WWW-Authenticate': 'Bearer scope="openid", DPoP algs="EdDSA Ed25519 ES256", scope="openid"' },
  });
  expect(await verifier({ resourceMetadata: metadata })(request)).toMatchObject({
    headers: {
      'WWW-Authenticate': `Bearer resource_metadata="${metadata}", scope="openid", DPoP algs="EdDSA Ed25519 ES256", resource_metadata="${metadata}", scope="openid"`,
    },
  });
});

test('SDK access token verifier: the challenges name the scope of the option', async () => {
  const verify = verifier({ scope: 'openid notes' });
  expect(await verify(new Request(url))).toMatchObject({
    headers: {
      'WWW-Authenticate': 'Bearer scope="openid notes", DPoP algs="EdDSA Ed25519 ES256", scope="openid notes"',
    },
  });
});

test('SDK access token verifier: without a replay store only Bearer is accepted and offered [S123]', async () => {
  const verify = verifier({ replayStore: undefined });
  expect(await verify(await buildRequest(validRequest, provider))).toMatchObject({
    code: 'invalid_scheme',
    message: expect.stringContaining(
      'this service verifies no DPoP proofs, because it stores none (option replayStore)',
    ),
    headers: { 'WWW-Authenticate': 'Bearer scope="openid"' },
  });
  expect(await verify(await bearer())).toMatchObject({ ok: true });
});

test('SDK access token verifier: baseUrl replaces the host that a proxy passes on [S124]', async () => {
  const { method, headers } = await buildRequest(validRequest, provider);
  const proxied = { method, headers, url: 'http://10.0.0.1/api/posts' };
  expect(await verifier()(proxied)).toMatchObject({ code: 'bad_proof_htu' });
  expect(await verifier({ baseUrl: 'https://forum.example' })(proxied)).toMatchObject({ ok: true });
});

test('SDK access token verifier: an unreachable key set is 503 with Retry-After [S125]', async () => {
  const keys = () => Promise.reject(new Error('down'));
  expect(await verifier({ keys })(await bearer())).toMatchObject({
    ok: false,
    status: 503,
    code: 'unavailable',
    headers: { 'Retry-After': '5' },
  });
});

test('SDK access token verifier: without a resolver it fetches the key set of the issuer [S126]', async () => {
  const urls: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    urls.push(new Request(input).url);
    return Response.json(provider.jwks);
  };
  const verify = verifier({ keys: undefined, fetch });
  await Promise.all([verify(await bearer()), verify(await bearer())]);
  expect(await verify(await bearer())).toMatchObject({ ok: true });
  expect(urls).toEqual([`${issuer}/oauth/jwks`]);
});

const uri = `${issuer}/oauth/status-lists/1`;
const claims = { ...bearerClaims, status: { status_list: { idx: 3, uri } } };
const token = await provider.token(accessTokenHeader, claims);

describe('status lists', () => {
  let monotonic = 0;
  let reachable = true;
  let revoked = false;
  let fetches = 0;
  beforeEach(() => {
    monotonic = 0;
    reachable = true;
    revoked = false;
    fetches = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => monotonic);
  });
  afterEach(() => void vi.restoreAllMocks());

  const fetch: typeof globalThis.fetch = async () => {
    fetches++;
    if (!reachable) throw new TypeError('fetch failed');
    const list = await encodeStatusList({ bits: 1, bytes: new Uint8Array([revoked ? 0b1000 : 0]) });
    const header = { typ: 'statuslist+jwt', alg: 'RS256', kid: 'k1' };
    return new Response(await provider.token(header, { iss: issuer, sub: uri, iat: now, status_list: list }));
  };
  // A new function: lists are kept by key resolver.
  const listVerifier = () => verifier({ keys: (kid) => provider.keys(kid), fetch });
  const request = (sent = token) => new Request(url, { headers: { authorization: `Bearer ${sent}` } });

  test('SDK verifier: refuses the token of a revoked session within 5 seconds [S127]', async () => {
    const verify = listVerifier();
    expect(await verify(request())).toMatchObject({ ok: true });
    revoked = true;
    monotonic += 5_000;
    expect(await verify(request())).toMatchObject({ ok: false, status: 401, code: 'revoked_access_token' });
  });

  test('SDK verifier: fetches a status list once for all tokens and requests of two seconds [S128]', async () => {
    const verify = listVerifier();
    for (let second = 0; second < 2; second++) {
      await Promise.all([verify(request()), verify(request()), verify(request())]);
      monotonic += 1_000;
    }
    expect(fetches).toBe(1);
  });

  test('SDK verifier: a status list that cannot be fetched again is used up to 60 seconds after its fetch, then requests get 503 with Retry-After [S129]', async () => {
    const verify = listVerifier();
    await verify(request());
    reachable = false;
    monotonic += 59_000;
    expect(await verify(request())).toMatchObject({ ok: true });
    monotonic += 2_000;
    expect(await verify(request())).toMatchObject({ ok: false, status: 503, headers: { 'Retry-After': '5' } });
  });

  test('SDK verifier: a status list that was never read is 503, and one of another address makes a token malformed [S129]', async () => {
    reachable = false;
    expect(await listVerifier()(request())).toMatchObject({ ok: false, status: 503 });
    const elsewhere = { status_list: { idx: 3, uri: 'https://evil.example/oauth/status-lists/1' } };
    const foreign = await provider.token(accessTokenHeader, { ...claims, status: elsewhere });
    expect(await listVerifier()(request(foreign))).toMatchObject({
      ok: false,
      status: 401,
      code: 'malformed_access_token',
    });
  });
});
