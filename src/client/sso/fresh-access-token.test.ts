import { describe, expect, test } from 'vitest';
import { alice, bob } from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { useSsoClient } from '../../../contract-tests/fixtures/client/sso-client-fixture.ts';
import { tokenKeys } from './stored-session.ts';

const fixture = useSsoClient();
const minute = 60_000;

describe('getFreshAccessToken', () => {
  test('getFreshAccessToken: returns null without a session and sends nothing', async () => {
    expect(await fixture.client().getFreshAccessToken()).toBeNull();
    expect(fixture.provider.received).toEqual([]);
  });

  test('getFreshAccessToken: returns the stored token while it is valid for more than a minute', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.clock.now += 13 * minute;
    expect(await sso.getFreshAccessToken()).toBe('access-2');
    expect(fixture.refreshes()).toEqual([]);
  });

  test('getFreshAccessToken: refreshes a token that expires within a minute; concurrent calls share the refresh', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.clock.now += 14 * minute;
    expect(await Promise.all([sso.getFreshAccessToken(), sso.getFreshAccessToken()])).toEqual(['access-3', 'access-3']);
    expect(fixture.refreshes()).toHaveLength(1);
  });

  test('getFreshAccessToken: refreshes when the id_token expires first', async () => {
    const sso = await fixture.signedIn();
    const expiry = fixture.provider.clock.now + 120 * minute;
    fixture.tokens.setItem(tokenKeys.tokenExpiry, String(expiry));
    fixture.provider.clock.now += 59.5 * minute;
    expect(await sso.getFreshAccessToken()).toBe('access-3');
  });

  test('getFreshAccessToken: without a refresh token a valid token is returned, an expired one is null', async () => {
    const sso = await fixture.signedIn();
    fixture.tokens.removeItem(tokenKeys.refreshToken);
    fixture.provider.clock.now += 14.5 * minute;
    expect(await sso.getFreshAccessToken()).toBe('access-2');
    fixture.provider.clock.now += minute;
    expect(await sso.getFreshAccessToken()).toBeNull();
    expect(fixture.refreshes()).toEqual([]);
  });

  test('getFreshAccessToken: returns null when the session was revoked', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.revokeAll();
    fixture.provider.clock.now += 14.5 * minute;
    expect(await sso.getFreshAccessToken()).toBeNull();
    expect(sso.getRefreshToken()).toBeNull();
  });

  test('getFreshAccessToken: an outage returns the token while it is valid and throws afterwards', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.respondWith('/oauth/token', () => new Response('', { status: 503 }));
    fixture.provider.clock.now += 14.5 * minute;
    expect(await sso.getFreshAccessToken()).toBe('access-2');
    fixture.provider.clock.now += minute;
    await expect(sso.getFreshAccessToken()).rejects.toMatchObject({ name: 'RefreshError', status: 503 });
  });

  test('getFreshAccessToken: never returns the token of a different user who signs in meanwhile', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.clock.now += 14.5 * minute;
    fixture.provider.respondWith('/oauth/token', async () => {
      fixture.provider.respondWith('/oauth/token', null);
      await fixture.signedIn({}, bob);
      return Response.json({ access_token: 'late', token_type: 'Bearer', expires_in: 900 });
    });
    await expect(sso.getFreshAccessToken()).rejects.toMatchObject({ error: 'session_changed' });
    expect(sso.getSubject()).toBe(bob);
  });
});

describe('clockSkew', () => {
  const signIn = async (behind: number, clockSkew?: number) => {
    const sso = fixture.client({ now: () => fixture.provider.clock.now - behind * 1000, clockSkew });
    const code = await fixture.approved(sso);
    return sso.exchangeToken(code).then(() => sso.getSubject());
  };

  test('SsoClient clockSkew: a clock that is 31 seconds slow fails by default, and the error names the local clock', async () => {
    await expect(signIn(31)).rejects.toMatchObject({
      name: 'IdTokenError',
      error: 'bad_id_token_iat',
      message: expect.stringMatching(/The local clock says 2026-\S+Z: correct it, or raise clockSkew \(30 seconds\)/),
    });
  });

  test('SsoClient clockSkew: a larger clockSkew accepts a slow clock', async () => {
    expect(await signIn(31, 60)).toBe(alice);
  });

  test.each([-1, 301, Number.NaN])('SsoClient clockSkew: %s is rejected by name', (clockSkew) => {
    expect(() => fixture.client({ clockSkew })).toThrow('clockSkew must be 0 to 300 seconds');
  });
});
