import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canSetClock, createClock } from '../fixtures/clock.ts';
import { SsoClient } from '../../src/client/sso/sso-client.ts';
import { newKey, type TestKey } from '../fixtures/identity.ts';
import { decode, type RunningProvider, startProvider } from '../fixtures/sso.ts';

// Requirements of area A in the interface document, over HTTP.

let provider: RunningProvider;
let key: TestKey;
/** Clock of the provider; tests advance it to expire sign-ins. */
const clock = canSetClock() ? createClock() : undefined;
beforeAll(async () => {
  provider = await startProvider({ clock });
  key = newKey();
});
afterAll(() => provider.stop());

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
