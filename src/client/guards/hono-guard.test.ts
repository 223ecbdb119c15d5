import { expect, test } from 'vitest';
import { createAccessTokenVerifier } from '../access-token/access-token-verifier.ts';
import { callerOf, honoAccessToken } from '../access-token/adapters.ts';
import { agentOf, honoDpop } from '../dpop/adapters.ts';
import { createDpopKeypair, createDpopProof } from '../dpop/dpop-keypair.ts';
import { createMemoryReplayStore } from '../dpop/replay-stores.ts';
import { createRequestVerifier } from '../dpop/verify-request.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { createTestProvider, testSubject } from '../testing/test-provider.ts';
import type { HonoMiddleware } from './adapters.ts';

const provider = createTestProvider();
const options = { issuer: provider.ssoBaseUrl, audience: provider.providerAddress, fetch: provider.fetch };
const url = 'https://notes.example/notes';

/** Runs middleware as Hono does. @returns the response of the guard, or the text of the handler */
async function run(guard: HonoMiddleware, request: Request, handle: (req: object) => string) {
  let handled: string | undefined;
  const context = { req: { raw: request } };
  const response = await guard(context, async () => {
    // As the body limit of Hono does.
    context.req.raw = new Request(request.url);
    handled = handle(context.req);
  });
  return handled ?? [response?.status, response?.headers.get('www-authenticate'), await response?.json()];
}

test('SDK honoDpop: only a verified request reaches the handler, which finds its agent', async () => {
  const keypair = await createDpopKeypair();
  const guard = honoDpop(createRequestVerifier({ ...options, replayStore: createMemoryReplayStore() }));
  const accessToken = await provider.accessToken({ jkt: jwkThumbprint(keypair.publicJwk) });
  const dpop = await createDpopProof({ keypair, method: 'POST', url, accessToken });
  const headers = { authorization: `DPoP ${accessToken}`, dpop };
  const send = () => run(guard, new Request(url, { method: 'POST', headers }), (req) => agentOf(req).sub);
  expect(await send()).toBe(testSubject);
  expect(await send()).toMatchObject([401, expect.stringContaining('DPoP'), { code: 'replayed_proof_jti' }]);
});

test('SDK honoAccessToken: only a request with a valid token reaches the handler, which finds its caller', async () => {
  const guard = honoAccessToken(createAccessTokenVerifier(options));
  const send = (headers: Record<string, string>) =>
    run(guard, new Request(url, { headers }), (req) => callerOf(req).sub);
  expect(await send({ authorization: `Bearer ${await provider.accessToken()}` })).toBe(testSubject);
  expect(await send({})).toEqual([
    401,
    'Bearer scope="openid"',
    { ok: false, code: 'missing_authorization', error: 'The request has no Authorization header.' },
  ]);
});
