import { beforeAll, describe, expect, test } from 'vitest';
import { SsoClient } from '../../src/client/sso/sso-client.ts';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { decode, newKey, type TestKey } from '../fixtures/protocol/keys.ts';

// Requirements of area A in the interface document, over HTTP.

const provider = useStarted(startProvider);
let key: TestKey;
beforeAll(async () => {
  key = newKey();
});

/** Without one of these fields a token request is refused, and spends nothing. */
async function needsEach(form: Record<string, string>, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const without = Object.fromEntries(Object.entries(form).filter(([field]) => field !== name));
    expect((await provider.exchange(without)).status, name).toBe(400);
  }
}
const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/;

describe('endpoints', () => {
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

describe('poll, token and userinfo', () => {
  test('JSON body {polling_code: string}. [A66]', async () => {
    expect((await provider.poll(7)).status).toBe(400);
    expect((await provider.send('POST', '/oauth/poll', { form: { polling_code: 'a' } })).status).toBe(415);
  });
  test('authorization_code | grant_type=authorization_code, code, client_id, code_verifier, redirect_uri (only if configured) [A73]', async () => {
    const { grant } = await provider.approve({ redirect_uri: 'http://127.0.0.1/callback' });
    await needsEach(grant, ['grant_type', 'code', 'client_id', 'code_verifier', 'redirect_uri']);
    expect((await provider.exchange(grant)).status).toBe(200);
  });
  test('refresh | grant_type=refresh_token, refresh_token, client_id, redirect_uri (only if configured) [A74]', async () => {
    const { refreshToken } = await provider.signIn();
    const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: provider.clientId };
    await needsEach(form, Object.keys(form));
    expect((await provider.exchange({ ...form, redirect_uri: 'http://127.0.0.1/callback' })).status).toBe(200);
  });
});

describe('AuthorizeResponse', () => {
  test('deep_link | string | link for QR code or mobile redirect [A4]', async () => {
    const { body } = await provider.authorize();
    expect(new URL(String(body['deep_link'])).href).toBe(body['deep_link']);
    const page = await fetch(String(body['deep_link']), { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
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
