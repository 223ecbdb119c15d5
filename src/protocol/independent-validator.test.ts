import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyDpopRequest } from './dpop-request.ts';
import type { DpopRequest } from './dpop-request.ts';
import {
  accessTokenClaims,
  accessTokenHeader,
  createSigningProvider,
  issuer,
  now,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import {
  defectPairs,
  htu,
  type RequestDraft,
  type RequestDefect,
  buildRequest,
  validRequest,
  requestDefects,
} from '../../contract-tests/fixtures/protocol/request-defects.ts';

// An independent validator (oauth4webapi) judges the same requests. It reads the clock itself.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 }));
afterAll(() => void vi.useRealTimers());

const provider = await createSigningProvider();
const server = { issuer, jwks_uri: `${issuer}/oauth/jwks` };

async function isAcceptedHere({ method, url, headers }: DpopRequest): Promise<boolean> {
  const replayStore = { once: () => Promise.resolve(true) };
  const options = { issuer, audience: issuer, keys: provider.keys, replayStore, now };
  return verifyDpopRequest({ method, url, headers }, options).then(
    () => true,
    () => false,
  );
}

async function isAcceptedByOther({ method, url, headers }: DpopRequest): Promise<boolean> {
  const request = new Request(url, {
    method,
    headers: Array.from(headers, ([name, value]): [string, string] => [name, value]),
  });
  const options = {
    requireDPoP: true,
    [oauth.clockTolerance]: 0,
    [oauth.customFetch]: () => Promise.resolve(Response.json(provider.jwks)),
  };
  return oauth.validateJwtAccessToken(server, request, issuer, options).then(
    () => true,
    () => false,
  );
}

test('DPoP request: oauth4webapi and this verifier both accept a valid request', async () => {
  const request = await buildRequest(validRequest, provider);
  expect([await isAcceptedHere(request), await isAcceptedByOther(request)]).toEqual([true, true]);
});

// Where the other validator is more lenient: its window is 300 seconds, it keeps no memory of proofs,
// and it reads past the padding of a token.
const stricter: readonly string[] = ['stale_proof', 'future_proof', 'replayed_proof_jti', 'malformed_access_token'];
const comparable = requestDefects.filter(({ code }) => !stricter.includes(code));

test.each(comparable)(
  'DPoP request: oauth4webapi and this verifier both reject $code',
  async ({ apply }: RequestDefect) => {
    const request = await buildRequest(apply(validRequest), provider);
    expect([await isAcceptedHere(request), await isAcceptedByOther(request)]).toEqual([false, false]);
  },
);

test('DPoP request: oauth4webapi and this verifier both reject a proof and a token outside their time windows', async () => {
  for (const iat of [now - 301, now + 301]) {
    const { proof } = validRequest;
    const draft: RequestDraft = { ...validRequest, proof: proof && { ...proof, claims: { ...proof.claims, iat } } };
    const request = await buildRequest(draft, provider);
    expect([await isAcceptedHere(request), await isAcceptedByOther(request)]).toEqual([false, false]);
  }
});

test('DPoP request: no request with two defects that oauth4webapi rejects is accepted', async () => {
  for (const [first, second] of defectPairs(comparable).filter((_, index) => index % 7 === 0)) {
    const request = await buildRequest(first.apply(second.apply(validRequest)), provider);
    expect([await isAcceptedHere(request), await isAcceptedByOther(request)], `${first.code}, ${second.code}`).toEqual([
      false,
      false,
    ]);
  }
});

test('DPoP request: a request made by the oauth4webapi client is accepted', async () => {
  const DPoP = oauth.DPoP({}, await oauth.generateKeyPair('Ed25519'));
  const cnf = { jkt: await DPoP.calculateThumbprint() };
  const token = await provider.token(accessTokenHeader, { ...accessTokenClaims, cnf });
  const sent: DpopRequest[] = [];
  await oauth.protectedResourceRequest(token, 'GET', new URL(`${htu}?page=2`), new Headers(), null, {
    DPoP,
    [oauth.customFetch]: (url, { method, headers }) => {
      sent.push({ method, url, headers: Object.entries(headers) });
      return Promise.resolve(new Response());
    },
  });
  expect(sent).toHaveLength(1);
  for (const request of sent) expect(await isAcceptedHere(request)).toBe(true);
});
