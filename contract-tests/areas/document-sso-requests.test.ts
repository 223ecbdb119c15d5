import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey, type TestKey } from '../fixtures/identity.ts';
import { decode, proof, type RunningProvider, startProvider } from '../fixtures/sso.ts';

// Requirements of area A in the interface document, over HTTP: requests and their parameters.

let provider: RunningProvider;
let key: TestKey;
beforeAll(async () => {
  provider = await startProvider();
  key = newKey();
});
afterAll(() => provider.stop());

describe('endpoints', () => {
  test('GET | /oauth/authorize | start authorization, returns AuthorizeResponse as JSON [A48]', async () => {
    const { status, headers, body } = await provider.authorize();
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['deep_link', 'polling_code', 'expired_at']));
  });
  test('POST | /oauth/poll | poll authorization status [A49]', async () => {
    const { body } = await provider.authorize();
    expect(await provider.poll(body['polling_code'])).toMatchObject({ status: 200, body: { status: 'pending' } });
  });
  test('POST | /oauth/token | exchange code, or refresh [A50]', async () => {
    const { grant } = await provider.approve();
    const exchanged = await provider.exchange(grant);
    expect(exchanged.status).toBe(200);
    expect((await provider.refresh(String(exchanged.body['refresh_token']))).status).toBe(200);
  });
  test.each(['GET', 'POST'])('GET, POST | /oauth/userinfo | user info: %s [A51]', async (method) => {
    const { accessToken } = await provider.signIn();
    const response = await provider.send(method, '/oauth/userinfo', {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(response).toMatchObject({ status: 200, body: { sub: provider.owner.sub } });
  });
  test('GET | /oauth/jwks | public keys for JWT verification [A52]', async () => {
    const { body } = await provider.send('GET', '/oauth/jwks');
    const kids = (body['keys'] as readonly { readonly kid: string }[]).map(({ kid }) => kid);
    expect(kids).toContain(decode((await provider.signIn()).accessToken).header['kid']);
    expect(JSON.stringify(body)).not.toMatch(/"d"|"p"|"q"/);
  });
  test('GET | /.well-known/openid-configuration | OIDC discovery document [A53]', async () => {
    const { status, body } = await provider.send('GET', '/.well-known/openid-configuration');
    expect([status, body['issuer'], body['jwks_uri']]).toEqual([200, provider.url, `${provider.url}/oauth/jwks`]);
  });
  test('GET | /.well-known/oauth-authorization-server | authorization server metadata (RFC 8414), same document [A54]', async () => {
    const one = await provider.send('GET', '/.well-known/oauth-authorization-server');
    expect(one.body).toEqual((await provider.send('GET', '/.well-known/openid-configuration')).body);
  });
});

describe('GET /oauth/authorize query parameters', () => {
  test.each([
    ['response_type | code | yes [A55]', 'response_type'],
    ['response_mode | json | yes [A56]', 'response_mode'],
    ['client_id | string, the provider address | yes [A57]', 'client_id'],
    ['scope | openid | yes [A58]', 'scope'],
    ['code_challenge | string, S256 challenge of a fresh verifier | yes [A59]', 'code_challenge'],
    ['code_challenge_method | S256 | yes [A60]', 'code_challenge_method'],
    ['state | string, fresh per call | yes [A61]', 'state'],
    ['nonce | string, fresh per call | yes [A62]', 'nonce'],
  ])('%s', async (_row, name) => {
    const { status, body } = await provider.authorize({ [name]: undefined });
    expect([status, body['error']]).toEqual([
      400,
      expect.stringMatching(/^(invalid_request|invalid_scope|unsupported_response_type)$/),
    ]);
    expect((await provider.authorize({ [name]: 'plain' })).status).toBe(
      name === 'state' || name === 'nonce' ? 200 : 400,
    );
  });
  test('redirect_uri | URL | no [A63]', async () => {
    expect((await provider.authorize()).status).toBe(200);
    expect((await provider.authorize({ redirect_uri: 'http://127.0.0.1:53117/callback' })).status).toBe(200);
    expect((await provider.authorize({ redirect_uri: 'https://elsewhere.test/' })).status).toBe(400);
  });
  test('dpop_jkt | string, RFC 7638 thumbprint of the DPoP key | only for DPoP [A64]', async () => {
    expect((await provider.authorize({ dpop_jkt: key.jkt })).status).toBe(200);
    expect((await provider.authorize({ dpop_jkt: key.jkt.slice(1) })).status).toBe(400);
  });
  test('A code_challenge that was seen before is rejected with invalid_request (message: code challenge already used); every sign-in attempt needs a fresh deep link. [A65, A97]', async () => {
    const { query } = provider.flow();
    expect((await provider.authorize(query)).status).toBe(200);
    expect(await provider.authorize(query)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'code challenge already used' },
    });
  });
});

describe('poll, token and userinfo', () => {
  test('JSON body {polling_code: string}. [A66]', async () => {
    expect((await provider.poll(7)).status).toBe(400);
    expect((await provider.send('POST', '/oauth/poll', { form: { polling_code: 'a' } })).status).toBe(415);
  });
  test('Unknown polling_code: 404. [A47, A68, A98]', async () =>
    expect((await provider.poll('A'.repeat(43))).status).toBe(404));
  test('poll or exchange after the code was redeemed | 409 invalid_grant [A46, A69, A99]', async () => {
    const { grant, pollingCode } = await provider.approve();
    expect((await provider.exchange(grant)).status).toBe(200);
    expect(await provider.poll(pollingCode)).toMatchObject({ status: 409, body: { error: 'invalid_grant' } });
    expect(await provider.exchange(grant)).toMatchObject({ status: 409, body: { error: 'invalid_grant' } });
  });
  test('content type application/x-www-form-urlencoded. [A71]', async () => {
    const { grant } = await provider.approve();
    expect((await provider.send('POST', '/oauth/token', { json: grant })).status).toBe(415);
    expect((await provider.exchange(grant)).status).toBe(200);
  });
  test.each(['grant_type', 'code', 'client_id', 'code_verifier', 'redirect_uri'])(
    'authorization_code | grant_type=authorization_code, code, client_id, code_verifier, redirect_uri (only if configured): without %s [A73]',
    async (name) => {
      const { grant } = await provider.approve({ redirect_uri: 'http://127.0.0.1/callback' });
      const without = Object.fromEntries(Object.entries(grant).filter(([field]) => field !== name));
      expect((await provider.exchange(without)).status).toBe(400);
      expect((await provider.exchange(grant)).status).toBe(200);
    },
  );
  test.each(['grant_type', 'refresh_token', 'client_id'])(
    'refresh | grant_type=refresh_token, refresh_token, client_id, redirect_uri (only if configured): without %s [A74]',
    async (name) => {
      const { refreshToken } = await provider.signIn();
      const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: provider.clientId };
      const without = Object.fromEntries(Object.entries(form).filter(([field]) => field !== name));
      expect((await provider.exchange(without)).status).toBe(400);
      expect((await provider.exchange({ ...form, redirect_uri: 'http://127.0.0.1/callback' })).status).toBe(200);
    },
  );
  test('For DPoP clients the request carries a DPoP proof header signed by the client key (on code exchange and on refresh). [A75]', async () => {
    const { grant } = await provider.approve({ dpop_jkt: key.jkt });
    expect((await provider.exchange(grant)).status).toBe(400);
    const { body } = await provider.exchange(grant, key);
    expect((await provider.refresh(String(body['refresh_token']))).status).toBe(400);
    expect((await provider.refresh(String(body['refresh_token']), key)).status).toBe(200);
  });
  test('The same key is reused for exchange and refresh. [A77]', async () => {
    const { refreshToken } = await provider.signIn(key);
    expect((await provider.refresh(refreshToken, newKey())).status).toBe(400);
    expect((await provider.refresh(refreshToken, key)).body['token_type']).toBe('DPoP');
  });
  test('header Authorization: Bearer <ACCESS_TOKEN>; a DPoP-bound token requires the scheme DPoP plus a valid DPoP proof header. [A78, A96]', async () => {
    const { accessToken } = await provider.signIn(key);
    const userinfo = (headers: Record<string, string>) => provider.send('GET', '/oauth/userinfo', { headers });
    const dpop = await proof({ method: 'GET', url: `${provider.url}/oauth/userinfo`, accessToken }, key);
    expect((await userinfo({ authorization: `Bearer ${accessToken}` })).status).toBe(401);
    expect((await userinfo({ authorization: `DPoP ${accessToken}` })).status).toBe(401);
    expect((await userinfo({ authorization: `DPoP ${accessToken}`, dpop })).status).toBe(200);
  });
});
