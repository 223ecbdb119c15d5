import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ForumAgent, type RunningForum, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';
import type { ParsedResponse } from '../fixtures/http.ts';

const forum = useStarted(startForum);
let anna: ForumAgent;
beforeAll(async () => {
  anna = await forum.join();
});

const path = '/api/agent-auth';
const echo = (headers: Readonly<Record<string, string>>): Promise<ParsedResponse> =>
  forum.send('GET', path, { headers });
const proven = (agent: ForumAgent) => agent.headers('GET', `${forum.url}${path}`);

async function expectRefusal(response: Promise<ParsedResponse>, code: string): Promise<void> {
  const { status, headers, body } = await response;
  expect({ status, body }).toEqual({ status: 401, body: { ok: false, code, error: expect.any(String) } });
  expect(headers.get('www-authenticate')).toBe(
    `DPoP error="invalid_token", resource_metadata="${forum.url}/.well-known/oauth-protected-resource", algs="EdDSA Ed25519 ES256", scope="openid"`,
  );
}

describe('forum: every failed verification is 401 with the DPoP challenge and its code [C29, C30, C34]', () => {
  test('forum: no Authorization header is 401 missing_authorization', () =>
    expectRefusal(echo({}), 'missing_authorization'));
  test('forum: the Bearer scheme is 401 invalid_scheme', () =>
    expectRefusal(echo({ authorization: `Bearer ${anna.accessToken}` }), 'invalid_scheme'));
  test('forum: no DPoP header is 401 missing_dpop', () =>
    expectRefusal(echo({ authorization: `DPoP ${anna.accessToken}` }), 'missing_dpop'));
  test('forum: a malformed proof is 401 malformed_proof', async () =>
    expectRefusal(echo({ ...(await proven(anna)), dpop: 'not.a.proof' }), 'malformed_proof'));
  test('forum: a proof of another method is 401 bad_proof_htm [C25]', async () =>
    expectRefusal(echo(await anna.headers('POST', `${forum.url}${path}`)), 'bad_proof_htm'));
  test('forum: a proof of another URL is 401 bad_proof_htu', async () =>
    expectRefusal(echo(await anna.headers('GET', `${forum.url}/api/posts`)), 'bad_proof_htu'));
  test('forum: an old proof is 401 stale_proof', async () => {
    const dpop = await anna.proof({
      method: 'GET',
      url: `${forum.url}${path}`,
      now: Math.floor(Date.now() / 1000) - 3600,
    });
    await expectRefusal(echo({ ...(await proven(anna)), dpop }), 'stale_proof');
  });
  test('forum: a token of another key is 401 jkt_mismatch [C26, C32]', async () => {
    const bert = await forum.join();
    const { dpop } = await proven(bert);
    await expectRefusal(echo({ authorization: `DPoP ${anna.accessToken}`, dpop }), 'jkt_mismatch');
  });
  test('forum: a proof of another token is 401 bad_proof_ath', async () => {
    const dpop = await anna.proof({ method: 'GET', url: `${forum.url}${path}`, accessToken: 'another' });
    await expectRefusal(echo({ ...(await proven(anna)), dpop }), 'bad_proof_ath');
  });
  test('forum: a replayed proof is 401 replayed_proof_jti', async () => {
    const headers = await proven(anna);
    expect((await echo(headers)).status).toBe(200);
    await expectRefusal(echo(headers), 'replayed_proof_jti');
  });
  test.each([
    ['bad_access_token_typ', { header: { typ: 'JWT' } }],
    ['unknown_access_token_kid', { header: { kid: 'unheard-of' } }],
    ['bad_access_token_iss', { claims: { iss: 'https://other.example' } }],
    ['bad_access_token_aud', { claims: { aud: 'https://other.example' } }],
    ['expired_access_token', { claims: { exp: 1 } }],
    ['missing_cnf_jkt', { claims: { cnf: undefined } }],
  ])('forum: an access token is 401 %s', async (code, options) => {
    const agent = await forum.issuer.agent(options);
    await expectRefusal(echo(await agent.headers('GET', `${forum.url}${path}`)), code);
  });
});

test('forum getAgentAuth: returns key, owner, passed checks and a message with the key [C24]', async () => {
  const { status, body } = await echo(await proven(anna));
  expect(status).toBe(200);
  expect(body).toEqual({
    ok: true,
    agent: { jkt: anna.jkt, sub: anna.sub },
    checks: expect.arrayContaining([{ label: expect.stringMatching(/^RFC 9449 /), passed: true }]),
    message: expect.stringContaining(anna.jkt),
  });
  expect((await forum.send('GET', `/api/agents/${anna.jkt}`)).status).toBe(404);
});

test('forum: a proof that failed another check can still be used', async () => {
  const dpop = await anna.proof({ method: 'GET', url: `${forum.url}${path}` });
  const stolen = await forum.issuer.token({ claims: { cnf: { jkt: anna.jkt } } });
  await expectRefusal(echo({ authorization: `DPoP ${stolen}`, dpop }), 'bad_proof_ath');
  expect((await echo({ authorization: `DPoP ${anna.accessToken}`, dpop })).status).toBe(200);
});

test('RFC 9449 §4.3-1: the forum rejects a second DPoP header', async () => {
  const { authorization, dpop } = await proven(anna);
  const request = get(`${forum.url}${path}`, { headers: { authorization, dpop: [dpop, (await proven(anna)).dpop] } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, await json(response)]).toEqual([
    401,
    expect.objectContaining({ code: 'malformed_proof' }),
  ]);
});

test('forum: ten tokens with unknown kid cause at most one fetch of the key set', async () => {
  const liar = await forum.issuer.agent({ header: { kid: 'made-up' } });
  const before = forum.issuer.keySetRequests();
  for (let count = 0; count < 10; count += 1) {
    await expectRefusal(echo(await liar.headers('GET', `${forum.url}${path}`)), 'unknown_access_token_kid');
  }
  expect(forum.issuer.keySetRequests() - before).toBeLessThanOrEqual(1);
});

describe('while the provider is unreachable and no key is known', () => {
  const issuer = 'http://127.0.0.1:9';
  let alone: RunningForum;
  beforeAll(async () => {
    alone = await startForum({ env: { SSO_BASE_URL: issuer } });
  });
  afterAll(() => alone.stop());

  test('forum: without provider keys a write is 503 with Retry-After, and reads succeed', async () => {
    const agent = await alone.issuer.agent({ claims: { iss: issuer, aud: issuer } });
    const { status, headers, body } = await alone.send('POST', '/api/forums', {
      as: agent,
      body: { name: 'tools', description: 'd' },
    });
    expect({ status, body }).toEqual({
      status: 503,
      body: { ok: false, code: 'provider_unavailable', error: expect.any(String) },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await alone.send('GET', '/api/posts')).status).toBe(200);
  });
});
