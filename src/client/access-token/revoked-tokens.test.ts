import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  accessTokenClaims,
  accessTokenHeader,
  clientId,
  createSigningProvider,
  issuer,
  now,
} from '../../../contract-tests/fixtures/protocol/signing-provider.ts';
import { encodeStatusList } from '../../protocol/status-list.ts';
import { createAccessTokenVerifier } from './access-token-verifier.ts';

const provider = await createSigningProvider();
const uri = `${issuer}/oauth/status-lists/1`;
const { cnf: _cnf, ...claims } = { ...accessTokenClaims, status: { status_list: { idx: 3, uri } } };
const token = await provider.token(accessTokenHeader, claims);

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
const verifier = () =>
  createAccessTokenVerifier({
    issuer,
    audience: clientId,
    // A new function: lists are kept by key resolver.
    keys: (kid) => provider.keys(kid),
    now: () => now * 1000,
    fetch,
  });
const request = () => new Request('https://notes.example/', { headers: { authorization: `Bearer ${token}` } });

test('SDK verifier: refuses the token of a revoked session within 5 seconds [S127]', async () => {
  const verify = verifier();
  expect(await verify(request())).toMatchObject({ ok: true });
  revoked = true;
  monotonic += 5_000;
  expect(await verify(request())).toMatchObject({ ok: false, status: 401, code: 'revoked_access_token' });
});

test('SDK verifier: fetches a status list once for all tokens and requests of two seconds [S128]', async () => {
  const verify = verifier();
  for (let second = 0; second < 2; second++) {
    await Promise.all([verify(request()), verify(request()), verify(request())]);
    monotonic += 1_000;
  }
  expect(fetches).toBe(1);
});

test('SDK verifier: a status list that cannot be fetched again is used up to 60 seconds after its fetch, then requests get 503 with Retry-After [S129]', async () => {
  const verify = verifier();
  await verify(request());
  reachable = false;
  monotonic += 59_000;
  expect(await verify(request())).toMatchObject({ ok: true });
  monotonic += 2_000;
  expect(await verify(request())).toMatchObject({ ok: false, status: 503, headers: { 'Retry-After': '5' } });
});

test('SDK verifier: a status list that was never read is 503, and one of another address makes a token malformed [S129]', async () => {
  reachable = false;
  expect(await verifier()(request())).toMatchObject({ ok: false, status: 503 });
  const elsewhere = { status_list: { idx: 3, uri: 'https://evil.example/oauth/status-lists/1' } };
  const foreign = await provider.token(accessTokenHeader, { ...claims, status: elsewhere });
  const foreignRequest = new Request('https://notes.example/', { headers: { authorization: `Bearer ${foreign}` } });
  expect(await verifier()(foreignRequest)).toMatchObject({ ok: false, status: 401, code: 'malformed_access_token' });
});
