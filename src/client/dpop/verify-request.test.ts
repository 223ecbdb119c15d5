import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dpopChallenge } from '../../protocol/challenge.ts';
import { type ReplayStore, verificationErrorCodes } from '../../protocol/dpop-request.ts';
import {
  createSigningProvider,
  issuer,
  now,
  agent,
  accessTokenClaims,
  accessTokenHeader,
} from '../../../contract-tests/fixtures/protocol/signing-provider.ts';
import {
  buildRequest,
  validRequest,
  requestDefects,
} from '../../../contract-tests/fixtures/protocol/request-defects.ts';
import { createDpopProof, createDpopKeypair, type DpopKeypair, loadDpopKeypair } from './dpop-keypair.ts';
import { createMemoryReplayStore } from './replay-stores.ts';
import { createRequestVerifier, type RequestVerifierOptions, verifyRequest } from './verify-request.ts';
import { verifyDpopProof } from '../../protocol/dpop-proof.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';

const provider = await createSigningProvider();
let replayStore: ReplayStore;
beforeEach(() => {
  replayStore = createMemoryReplayStore({ now: () => now * 1000 });
});

const verifier = (options: Partial<RequestVerifierOptions> = {}) =>
  createRequestVerifier({
    issuer,
    audience: 'any-application',
    keys: provider.keys,
    replayStore,
    now: () => now * 1000,
    ...options,
  });

test('SDK verifier: the table of defects has every error code, except those of nonces and status lists [S134]', () => {
  const codes = requestDefects.map(({ code }) => code);
  expect([...codes, 'use_dpop_nonce', 'revoked_access_token'].sort()).toEqual([...verificationErrorCodes].sort());
});

test.each(requestDefects)(
  'SDK verifier: $code is rejected with 401, its code and a challenge [S134]',
  async ({ code, apply }) => {
    const draft = apply(validRequest);
    const verify = verifier();
    if (draft.used) await verify(await buildRequest(validRequest, provider));
    const result = await verify(await buildRequest(draft, provider));
    expect(result).toMatchObject({
      ok: false,
      status: 401,
      code,
      headers: { 'WWW-Authenticate': 'DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"' },
      body: { ok: false, code },
    });
    if (!result.ok) expect(result.body.error).toBe(result.message);
  },
);

test('SDK verifier: a valid request yields key, owner, client and checks; its proof is accepted once [S133]', async () => {
  const verify = verifier();
  const request = await buildRequest(validRequest, provider);
  const result = await verify(request);
  expect(result).toMatchObject({
    ok: true,
    jkt: accessTokenClaims.cnf.jkt,
    sub: accessTokenClaims.sub,
    clientId: accessTokenClaims.client_id,
  });
  expect(result.ok && result.checks.length).toBeGreaterThan(15);
  expect(await verify(request)).toMatchObject({ code: 'replayed_proof_jti' });
});

test('RFC 9449 §11.1: the SDK verifier accepts exactly one of many concurrent requests with the same proof [S144]', async () => {
  const verify = verifier();
  const request = await buildRequest(validRequest, provider);
  const results = await Promise.all(Array.from({ length: 25 }, () => verify(request)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
});

test('SDK verifier: a rejected request does not consume its proof [S145]', async () => {
  const request = await buildRequest(validRequest, provider);
  expect(await verifier({ audience: 'https://other.example' })(request)).toMatchObject({
    code: 'bad_access_token_aud',
  });
  expect(await verifier()(request)).toMatchObject({ ok: true });
});

test('SDK verifier: accepts only tokens issued to the application in audience [S132]', async () => {
  const request = await buildRequest(validRequest, provider);
  const other = '00000006010000000000000000000002';
  expect(await verifier({ audience: other })(request)).toMatchObject({ ok: false, code: 'bad_access_token_aud' });
  expect(await verifier({ audience: accessTokenClaims.client_id })(request)).toMatchObject({ ok: true });
});

test("SDK verifier: audience 'any-application' accepts tokens of every application whose aud includes the issuer [S132]", async () => {
  const other = '00000006010000000000000000000002';
  const claims = { ...accessTokenClaims, client_id: other };
  const platform = await buildRequest({ ...validRequest, tokenClaims: { ...claims, aud: [other, issuer] } }, provider);
  expect(await verifier()(platform)).toMatchObject({ ok: true, clientId: other });
  const signInOnly = await buildRequest({ ...validRequest, tokenClaims: { ...claims, aud: other } }, provider);
  expect(await verifier()(signInOnly)).toMatchObject({ ok: false, code: 'bad_access_token_aud' });
});

test.each([undefined, ''])(
  'SDK verifier: the audience %j throws an error that names both choices [S132]',
  (audience) => {
    const options: object = { issuer, replayStore, audience };
    expect(() => createRequestVerifier(options as RequestVerifierOptions)).toThrow(
      /audience is required: the provider address .* or 'any-application'/,
    );
  },
);

test.each([undefined, null, {}, { set: () => true }])(
  'SDK verifier: %j as replayStore throws an error that names the stores',
  (store) => {
    const options: object = { issuer, audience: 'any-application', replayStore: store };
    expect(() => createRequestVerifier(options as RequestVerifierOptions)).toThrow(
      /replayStore is required.* createMemoryReplayStore\(\) for one process/,
    );
  },
);

const noBaseUrls = ['http://localhost:undefined', 'http://a b', 'https://notes.example ', 'https://notes.example?v=1'];
test.each(['', '/', 'notes.example', 'https:///api', ...noBaseUrls])(
  'SDK verifier: %j as baseUrl throws an error',
  (baseUrl) => {
    expect(() => verifier({ baseUrl })).toThrow(/baseUrl is ".*", and has to begin with http/);
  },
);

test.each([-1, 301, Number.NaN])('SDK verifier: a clockSkew of %s is rejected [S142]', (clockSkew) => {
  expect(() => verifier({ clockSkew })).toThrow('clockSkew must be 0 to 300 seconds');
});

test('SDK verifyRequest: verifies a request in one call [S133]', async () => {
  const request = await buildRequest(validRequest, provider);
  const options = { issuer, audience: 'any-application', keys: provider.keys, replayStore, now: () => now * 1000 };
  expect(await verifyRequest(request, options)).toMatchObject({ ok: true });
  expect(await verifyRequest(request, options)).toMatchObject({ code: 'replayed_proof_jti' });
});

describe('baseUrl', () => {
  test.each([
    ['https://forum.example', '/api/posts?page=2', true],
    ['https://forum.example/', '/api/posts', true],
    ['https://forum.example/api', '/posts', true],
    ['https://forum.example', 'http://127.0.0.1:8080/api/posts', true],
    ['https://forum.example', 'http://evil.example/api/posts#x', true],
    ['https://other.example', '/api/posts', false],
    ['https://forum.example', '/api/forums', false],
    ['https://forum.example', 'https://forum.example@evil.example/api/posts', true],
  ])('SDK verifier: with baseUrl %s the address %s is accepted: %s [S140]', async (baseUrl, url, accepted) => {
    const request = await buildRequest(validRequest, provider);
    const result = await verifier({ baseUrl })({ ...request, url });
    expect(result).toMatchObject(accepted ? { ok: true } : { ok: false, code: 'bad_proof_htu' });
  });

  test('SDK verifier: X-Forwarded headers and Host are ignored [S140]', async () => {
    const request = await buildRequest(validRequest, provider);
    const headers = [
      ...request.headers,
      ['X-Forwarded-Host', 'forum.example'] as const,
      ['X-Forwarded-Proto', 'https'] as const,
    ];
    expect(await verifier()({ ...request, headers, url: 'http://10.0.0.1/api/posts' })).toMatchObject({
      code: 'bad_proof_htu',
    });
  });
});

test('RFC 9449 §4.3-1: the SDK verifier rejects two DPoP headers and two Authorization headers [S149]', async () => {
  const request = await buildRequest(validRequest, provider);
  const double = (name: string) => [...request.headers, ...request.headers.filter(([sent]) => sent === name)];
  expect(await verifier()({ ...request, headers: double('DPoP') })).toMatchObject({ code: 'malformed_proof' });
  expect(await verifier()({ ...request, headers: double('Authorization') })).toMatchObject({ code: 'invalid_scheme' });
  // fetch joins repeated lines with a comma.
  for (const name of ['DPoP', 'Authorization']) {
    const headers = new Headers(double(name).map(([sent, value]): [string, string] => [sent, value]));
    expect((await verifier()({ ...request, headers })).ok).toBe(false);
  }
});

test('RFC 9728 §5.1: the SDK verifier names the resource metadata and the scope of its options in the challenge [S152]', async () => {
  const resourceMetadata = 'https://forum.example/.well-known/oauth-protected-resource';
  const scope = 'openid notes';
  const result = await verifier({ resourceMetadata, scope })({
    method: 'GET',
    url: 'https://forum.example/',
    headers: [],
  });
  expect(result).toMatchObject({
    headers: { 'WWW-Authenticate': dpopChallenge('missing_authorization', { resourceMetadata, scope }) },
  });
});

test('RFC 9449 §9: the SDK verifier demands a nonce, issues the newest and accepts every current one [S146]', async () => {
  const verify = verifier({ nonces: () => ['new', 'old'] });
  const request = await buildRequest(validRequest, provider);
  expect(await verify(request)).toMatchObject({
    status: 401,
    code: 'use_dpop_nonce',
    headers: {
      'WWW-Authenticate': 'DPoP error="use_dpop_nonce", algs="EdDSA Ed25519 ES256", scope="openid"',
      'DPoP-Nonce': 'new',
    },
  });
  for (const nonce of ['new', 'old']) {
    const proof = { ...validRequest.proof, claims: { ...validRequest.proof?.claims, nonce, jti: nonce } };
    const draft = {
      ...validRequest,
      proof: { header: {}, sign: agent.sign, suffix: '', ...validRequest.proof, ...proof },
    };
    expect(await verify(await buildRequest(draft, provider))).toMatchObject({ ok: true });
  }
});

test('SDK verifier: an unreachable key set, replay store or nonce source is 503 with Retry-After, never 401 [S150]', async () => {
  const down = () => Promise.reject(new Error('down'));
  const request = await buildRequest(validRequest, provider);
  for (const options of [{ keys: down }, { replayStore: { once: down } }, { nonces: down }]) {
    const result = await verifier({ ...options })(request);
    expect(result).toMatchObject({ ok: false, status: 503, code: 'unavailable', headers: { 'Retry-After': '5' } });
    expect(result).not.toHaveProperty(['headers', 'WWW-Authenticate']);
  }
});

test('SDK verifier: without a resolver it fetches the key set of the issuer [S151]', async () => {
  const fetched: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input) => {
    fetched.push(new Request(input).url);
    return Response.json(provider.jwks);
  };
  try {
    const verify = createRequestVerifier({ issuer, audience: 'any-application', replayStore, now: () => now * 1000 });
    expect(await verify(await buildRequest(validRequest, provider))).toMatchObject({ ok: true });
  } finally {
    globalThis.fetch = fetch;
  }
  expect(fetched).toEqual([`${issuer}/oauth/jwks`]);
});

test('SDK verifier: accepts a proof made by createDpopProof [S133]', async () => {
  const accessToken = await provider.token(accessTokenHeader, accessTokenClaims);
  const keypair = { privateKey: agent.sign, publicJwk: agent.jwk };
  const url = 'https://forum.example/api/agent-auth';
  const proof = await createDpopProof({ keypair, method: 'GET', url: `${url}?x=1`, accessToken, now: now * 1000 });
  const headers = new Headers({ authorization: `DPoP ${accessToken}`, dpop: proof });
  expect(await verifier()({ method: 'GET', url, headers })).toMatchObject({ ok: true, jkt: accessTokenClaims.cnf.jkt });
});

const url = 'https://forum.example/api/posts';
const named: DpopKeypair = { privateKey: rfc8037Signer.sign, publicJwk: rfc8037Signer.jwk };

test.each([
  ['a key of WebCrypto', () => createDpopKeypair()],
  ['a function that signs', async () => named],
])('SDK createDpopProof: %s makes proofs that RFC 9449 §4.3 accepts [S158]', async (_, make) => {
  const keypair = await make();
  const proof = await createDpopProof({ keypair, method: 'POST', url: `${url}?x=1#y`, now: now * 1000, nonce: 'n' });
  expect(verifyDpopProof({ proof, htm: 'POST', htu: url, now, nonce: 'n' })).toMatchObject({
    jkt: jwkThumbprint(keypair.publicJwk),
    iat: now,
    ath: undefined,
  });
});

test('SDK createDpopProof: every proof has a fresh jti unless one is given [S158]', async () => {
  const proofs = await Promise.all(
    [1, 2].map(() => createDpopProof({ keypair: named, method: 'GET', url, now: now * 1000 })),
  );
  const [one, two] = proofs.map((proof) => verifyDpopProof({ proof, htm: 'GET', htu: url, now }).jti);
  expect(one).not.toBe(two);
  const withJti = await createDpopProof({ keypair: named, method: 'GET', url, now: now * 1000, jti: 'mine' });
  expect(verifyDpopProof({ proof: withJti, htm: 'GET', htu: url, now }).jti).toBe('mine');
});

test('SDK createDpopKeypair: the private key is not extractable [S113]', async () => {
  const { privateKey } = await createDpopKeypair();
  expect(privateKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow();
  await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow();
});

test('SDK DPoP keys: the error for missing WebCrypto, Ed25519 or IndexedDB says what to do [S115]', async () => {
  await expect(loadDpopKeypair()).rejects.toThrow('IndexedDB is not available');
  vi.stubGlobal('crypto', {});
  await expect(createDpopKeypair()).rejects.toThrow('over https or on a loopback host');
  vi.stubGlobal('crypto', {
    subtle: { generateKey: () => Promise.reject(new DOMException('no', 'NotSupportedError')) },
  });
  await expect(createDpopKeypair()).rejects.toThrow('no Ed25519 in WebCrypto');
  vi.unstubAllGlobals();
});
