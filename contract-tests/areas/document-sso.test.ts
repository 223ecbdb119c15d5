import { beforeAll, describe, expect, test } from 'vitest';
import { canSetClock, createClock } from '../fixtures/clock.ts';
import { SsoClient } from '../../src/client/sso/sso-client.ts';
import { newKey, type TestKey } from '../fixtures/identity.ts';
import { decode, proof, startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

// Requirements of area A in the interface document, over HTTP.

const provider = useStarted(() => startProvider({ clock }));
let key: TestKey;
/** Clock of the provider; tests advance it to expire sign-ins. */
const clock = canSetClock() ? createClock() : undefined;
beforeAll(async () => {
  key = newKey();
});

/** Polls after the sign-in has expired. */
const expired = async (code: unknown) => {
  clock?.step(601);
  try {
    return await provider.poll(code);
  } finally {
    clock?.step(0);
  }
};
const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

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

describe('AuthorizeResponse', () => {
  test('deep_link | string | link for QR code or mobile redirect [A4]', async () => {
    const { body } = await provider.authorize();
    expect(new URL(String(body['deep_link'])).href).toBe(body['deep_link']);
    const page = await fetch(String(body['deep_link']), { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
  });

  test('polling_code | string | used with the poll endpoint [A5]', async () => {
    const { body } = await provider.authorize();
    expect((await provider.poll(body['polling_code'])).status).toBe(200);
  });

  test('expired_at | number | Unix timestamp in seconds; the session is capped at 10 minutes [A6, A45, A104]', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { body } = await provider.authorize();
    expect(Number.isInteger(body['expired_at'])).toBe(true);
    expect(Number(body['expired_at'])).toBeGreaterThan(before);
    expect(Number(body['expired_at'])).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 600);
  });
});

describe('PollResponse', () => {
  const decided = async (decision: 'approve' | 'reject') => {
    const { query } = provider.flow();
    const { body } = await provider.authorize(query);
    await provider.owner.decide(String(body['deep_link']), decision);
    return { query, answer: await provider.poll(body['polling_code']) };
  };

  test.skipIf(clock === undefined)(
    'status | string | pending, authorized, rejected, expired [A7, A44, A67]',
    async () => {
      const { body } = await provider.authorize();
      expect((await provider.poll(body['polling_code'])).body['status']).toBe('pending');
      expect((await decided('approve')).answer.body['status']).toBe('authorized');
      expect((await decided('reject')).answer.body['status']).toBe('rejected');
      expect((await expired(body['polling_code'])).body['status']).toBe('expired');
    },
  );

  test('authorization_code | string, optional | present only when status is authorized [A8]', async () => {
    const { body } = await provider.authorize();
    expect((await provider.poll(body['polling_code'])).body).not.toHaveProperty('authorization_code');
    expect((await decided('reject')).answer.body).not.toHaveProperty('authorization_code');
    expect(typeof (await decided('approve')).answer.body['authorization_code']).toBe('string');
  });

  test('state | string, optional | echo of the state sent on authorize [A9]', async () => {
    const { query, answer: response } = await decided('approve');
    expect(response.body['state']).toBe(query['state']);
  });

  test('iss | string, optional | issuer identifier (RFC 9207) [A10]', async () => {
    expect((await decided('approve')).answer.body['iss']).toBe(provider.url);
  });
});

describe('TokenResponse and token claims', () => {
  const responses = async () => {
    const { grant, query } = await provider.approve({ dpop_jkt: key.jkt });
    const { body } = await provider.exchange(grant, key);
    return { query, body, access: decode(String(body['access_token'])), id: decode(String(body['id_token'])) };
  };
  let bound: Awaited<ReturnType<typeof responses>>;
  beforeAll(async () => {
    bound = await responses();
  });

  test('access_token | string | JWT [A11]', () => expect(bound.body['access_token']).toMatch(jwt));
  test('id_token | string, optional | JWT with user claims, signed RS256 [A12]', () => {
    expect(bound.body['id_token']).toMatch(jwt);
    expect(bound.id.header['alg']).toBe('RS256');
  });
  test('refresh_token | string, optional | opaque [A13]', () =>
    expect(bound.body['refresh_token']).toMatch(/^[\w-]{43,}$/));
  test('token_type | string | Bearer, or DPoP when the tokens are DPoP-bound [A14]', async () => {
    expect(bound.body['token_type']).toBe('DPoP');
    expect((await provider.signIn()).tokenType).toBe('Bearer');
  });
  test('expires_in | number | lifetime in seconds [A15]', () => {
    const { iat, exp } = bound.access.claims;
    expect(bound.body['expires_in']).toBe(Number(exp) - Number(iat));
  });
  test('iss | string | issuer URL [A17]', () => {
    expect([bound.access.claims['iss'], bound.id.claims['iss']]).toEqual([provider.url, provider.url]);
  });
  test('sub | string | user identifier [A18]', () => {
    expect([bound.access.claims['sub'], bound.id.claims['sub']]).toEqual([provider.owner.sub, provider.owner.sub]);
  });
  test('aud | string or array of strings | audience, the provider address [A19]', () => {
    expect([bound.access.claims['aud']].flat()).toContain(provider.clientId);
    expect([bound.id.claims['aud']].flat()).toEqual([provider.clientId]);
  });
  test('exp | number | expiration [A20]', () => {
    for (const { claims } of [bound.access, bound.id]) expect(Number(claims['exp'])).toBeGreaterThan(Date.now() / 1000);
  });
  test('iat | number, optional | issued at [A21]', () => {
    for (const { claims } of [bound.access, bound.id])
      expect(Math.abs(Number(claims['iat']) - Date.now() / 1000)).toBeLessThan(120);
  });
  test('client_id | string, optional | on access tokens [A22]', () => {
    expect(bound.access.claims['client_id']).toBe(provider.clientId);
  });
  test('jti | string, optional | on access tokens [A23]', async () => {
    const again = await responses();
    expect(bound.access.claims['jti']).toEqual(expect.any(String));
    expect(again.access.claims['jti']).not.toBe(bound.access.claims['jti']);
  });
  test('nonce | string, optional | when supplied on authorize [A24]', () => {
    expect(bound.id.claims['nonce']).toBe(bound.query['nonce']);
  });
  test('auth_time | number | always emitted on id_tokens [A25]', async () => {
    expect(bound.id.claims['auth_time']).toEqual(expect.any(Number));
    const { body } = await provider.refresh((await provider.signIn()).refreshToken);
    expect(decode(String(body['id_token'])).claims['auth_time']).toEqual(expect.any(Number));
  });
  test('azp | string, optional | authorized party [A26]', () => {
    expect([undefined, provider.clientId]).toContain(bound.id.claims['azp']);
  });
  test('cnf | object with jkt | on DPoP-bound tokens; jkt is the client key thumbprint (RFC 7800) [A27]', async () => {
    expect([bound.access.claims['cnf'], bound.id.claims['cnf']]).toEqual([{ jkt: key.jkt }, { jkt: key.jkt }]);
    const { accessToken, idToken } = await provider.signIn();
    for (const token of [accessToken, idToken]) expect(decode(token).claims).not.toHaveProperty('cnf');
  });

  test('sub (string, user identifier, the session address), aud (string, optional, client_id the access token was issued for). [A16, A79]', async () => {
    const { accessToken } = await provider.signIn();
    const { body } = await provider.send('GET', '/oauth/userinfo', {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(body).toEqual({ sub: provider.owner.sub, aud: provider.clientId });
  });
});

describe('errors', () => {
  test.skipIf(clock === undefined)('poll status rejected or expired | in the PollResponse status [A100]', async () => {
    const { body } = await provider.authorize();
    await provider.owner.decide(String(body['deep_link']), 'reject');
    expect(await provider.poll(body['polling_code'])).toMatchObject({ status: 200, body: { status: 'rejected' } });
    const { body: late } = await provider.authorize();
    expect(await expired(late['polling_code'])).toMatchObject({ status: 200, body: { status: 'expired' } });
  });
  test('exchange with invalid or expired code, or PKCE mismatch | client call fails [A101]', async () => {
    const { grant } = await provider.approve();
    for (const wrong of [{ code: 'A'.repeat(43) }, { code_verifier: 'b'.repeat(43) }])
      expect(await provider.exchange({ ...grant, ...wrong })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
  });
  test.skipIf(clock === undefined)('sso exchangeToken: an expired code is 400 invalid_grant [A101]', async () => {
    const { grant } = await provider.approve();
    clock?.step(601);
    try {
      expect(await provider.exchange(grant)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    } finally {
      clock?.step(0);
    }
  });
  test('refresh token expired or revoked | client call fails and clears stored data [A102]', async () => {
    const { accessToken, idToken, refreshToken } = await provider.signIn();
    const stored = new Map([
      ['platform-sso_access_token', accessToken],
      ['platform-sso_id_token', idToken],
      ['platform-sso_id_token_claims', JSON.stringify(decode(idToken).claims)],
      ['platform-sso_refresh_token', refreshToken],
      ['platform-sso_token_expiry', String(Date.now() + 900_000)],
    ]);
    const tokenStorage = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    };
    const sso = new SsoClient({ ssoBaseUrl: provider.url, providerAddress: provider.clientId, tokenStorage });
    expect(sso.getSubject()).not.toBeNull();
    await provider.send('POST', '/oauth/revoke', { form: { token: refreshToken, client_id: provider.clientId } });
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({ name: 'RefreshError', error: 'invalid_grant' });
    expect(Array.from(stored.keys())).toEqual([]);
  });
});
