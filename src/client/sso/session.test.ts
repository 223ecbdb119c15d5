import { describe, expect, test } from 'vitest';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { UnauthorizedError, UserinfoError } from './sso-errors.ts';
import { tokenKeys } from './stored-session.ts';
import {
  alice,
  bob,
  clientId,
  delayedResponder,
  useSsoClient,
  tokenKeyList,
  flowKeyList,
  noSession,
  noPendingSignIn,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';

const fixture = useSsoClient();

describe('verifyAuth', () => {
  test('verifyAuth: sends the access token to userinfo as Bearer [A83, S97]', async () => {
    const sso = await fixture.signedIn();
    expect(await sso.verifyAuth()).toEqual({ sub: alice, aud: clientId });
    expect(fixture.provider.to('/oauth/userinfo')[0]?.headers.get('authorization')).toBe(
      `Bearer ${sso.getAccessToken()}`,
    );
  });

  test('verifyAuth: returns null without a session and sends nothing [A83, S97]', async () => {
    expect(await fixture.client().verifyAuth()).toBeNull();
    expect(fixture.provider.received).toEqual([]);
  });

  test('verifyAuth: refreshes after a 401 and repeats the request [A83, S98]', async () => {
    const sso = await fixture.signedIn();
    fixture.tokens.setItem(tokenKeys.accessToken, 'stale');
    expect(await sso.verifyAuth()).toMatchObject({ sub: alice });
    expect(fixture.refreshes()).toHaveLength(1);
    expect(fixture.provider.to('/oauth/userinfo')).toHaveLength(2);
  });

  test('verifyAuth: returns null after a 401 without a refresh token [S98]', async () => {
    const sso = await fixture.signedIn();
    fixture.tokens.removeItem(tokenKeys.refreshToken);
    fixture.provider.revokeAll();
    expect(await sso.verifyAuth()).toBeNull();
    expect(fixture.refreshes()).toEqual([]);
  });

  test('verifyAuth: returns null and clears the storage when the authorization was revoked [S98]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.revokeAll();
    expect(await sso.verifyAuth()).toBeNull();
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('verifyAuth: returns null when the refreshed token is rejected too, after two requests [S98]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.respondWith('/oauth/userinfo', () => Response.json({ error: 'invalid_token' }, { status: 401 }));
    expect(await sso.verifyAuth()).toBeNull();
    expect(fixture.provider.to('/oauth/userinfo')).toHaveLength(2);
  });

  test.each([429, 500, 503])('verifyAuth: a %i of userinfo keeps the session [S99]', async (status) => {
    const sso = await fixture.signedIn();
    const before = fixture.tokens.values(tokenKeyList);
    fixture.provider.respondWith('/oauth/userinfo', () => Response.json({ error: 'server_error' }, { status }));
    const error = await sso.verifyAuth().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UserinfoError);
    expect(error).toMatchObject({ status, retryable: true });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(before);
  });

  test('verifyAuth: an overloaded refresh after a 401 throws and keeps the session [S99]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.respondWith('/oauth/userinfo', () => Response.json({ error: 'invalid_token' }, { status: 401 }));
    fixture.provider.respondWith('/oauth/token', () => new Response('busy', { status: 503 }));
    await expect(sso.verifyAuth()).rejects.toMatchObject({ name: 'RefreshError', status: 503 });
    expect(sso.getSubject()).toBe(alice);
  });

  test('verifyAuth: userinfo of another subject than the id_token logs out and throws [A83, S100]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.respondWith('/oauth/userinfo', () => Response.json({ sub: bob }));
    const error = await sso.verifyAuth().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error).toMatchObject({ error: 'subject_mismatch' });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
    expect(fixture.flow.values(flowKeyList)).toEqual(noPendingSignIn);
  });

  test('verifyAuth: a response without sub throws [S97]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.respondWith('/oauth/userinfo', () => Response.json({}));
    await expect(sso.verifyAuth()).rejects.toMatchObject({ name: 'UserinfoError', error: 'malformed_answer' });
  });

  test.each([
    ['the same person', alice],
    ['another one', bob],
  ])('verifyAuth: a session that %s gets during the request is kept and verified instead [S101]', async (_, sub) => {
    const sso = await fixture.signedIn();
    const { responder, release } = delayedResponder(() => Response.json({ sub: alice }));
    fixture.provider.respondWith('/oauth/userinfo', responder);
    const verification = sso.verifyAuth();
    await expect.poll(() => fixture.provider.to('/oauth/userinfo')).toHaveLength(1);
    await fixture.signedIn({}, sub);
    fixture.provider.respondWith('/oauth/userinfo', null);
    release();
    expect(await verification).toMatchObject({ sub });
    expect(sso.getSubject()).toBe(sub);
  });

  test('verifyAuth: a late 401 does not use the refresh token of a different user [S101]', async () => {
    const sso = await fixture.signedIn();
    const { responder, release } = delayedResponder(() => Response.json({ error: 'invalid_token' }, { status: 401 }));
    fixture.provider.respondWith('/oauth/userinfo', responder);
    const verification = sso.verifyAuth();
    await expect.poll(() => fixture.provider.to('/oauth/userinfo')).toHaveLength(1);
    await fixture.signedIn({}, bob);
    fixture.provider.respondWith('/oauth/userinfo', null);
    release();
    expect(await verification).toMatchObject({ sub: bob });
    expect(fixture.refreshes()).toEqual([]);
  });

  test('verifyAuth: returns null when the session ends during the request [S101]', async () => {
    const sso = await fixture.signedIn();
    const { responder, release } = delayedResponder(() => Response.json({ sub: alice }));
    fixture.provider.respondWith('/oauth/userinfo', responder);
    const verification = sso.verifyAuth();
    sso.logout();
    release();
    expect(await verification).toBeNull();
  });

  test.each(['/oauth/userinfo', '/oauth/token'])(
    'verifyAuth: an AbortSignal ends it while %s is requested [S102]',
    async (path) => {
      const sso = await fixture.signedIn();
      fixture.provider.respondWith('/oauth/userinfo', () => Response.json({ error: 'invalid_token' }, { status: 401 }));
      fixture.provider.respondWith(path, () => new Promise(() => undefined));
      const requestsBefore = fixture.provider.to(path).length;
      const controller = new AbortController();
      const verification = sso.verifyAuth({ signal: controller.signal });
      await expect.poll(() => fixture.provider.to(path)).toHaveLength(requestsBefore + 1);
      controller.abort(new Error('unmounted'));
      await expect(verification).rejects.toThrow('unmounted');
      expect(sso.getSubject()).toBe(alice);
    },
  );

  test('verifyAuth: returns null with a DPoP key and no session [S116]', async () => {
    const keypair = { privateKey: rfc8037Signer.sign, publicJwk: rfc8037Signer.jwk };
    expect(await fixture.client({ dpop: { keypair } }).verifyAuth()).toBeNull();
  });

  test('verifyAuth: throws for tokens bound to a DPoP key [A83, S116]', async () => {
    const sso = await fixture.signedIn({
      dpop: { keypair: { privateKey: rfc8037Signer.sign, publicJwk: rfc8037Signer.jwk } },
    });
    await expect(sso.verifyAuth()).rejects.toMatchObject({ name: 'UnauthorizedError', error: 'dpop_bound' });
    expect(sso.getSubject()).toBe(alice);
  });
});

describe('withAutoRefresh', () => {
  const refuse = (shape: unknown) => () => Promise.reject(shape);
  test.each([
    [Object.assign(new Error('no'), { status: 401 })],
    [{ statusCode: 401 }],
    [{ response: { status: 401 } }],
  ])(
    'withAutoRefresh: after a failure %o the session is refreshed and the call retried, once by default [A85, A109]',
    async (failure) => {
      const sso = await fixture.signedIn();
      const seen: (string | null)[] = [];
      await expect(
        sso.withAutoRefresh((token) => {
          seen.push(token);
          return seen.length === 1 ? Promise.reject(failure) : Promise.resolve('done');
        }),
      ).resolves.toBe('done');
      expect(seen).toEqual(['access-2', 'access-3']);
      await expect(sso.withAutoRefresh(refuse(failure))).rejects.toBe(failure);
      expect(fixture.refreshes()).toHaveLength(2);
    },
  );

  test.each([0, 1, 2, 3])('withAutoRefresh: maxRetries %i is applied [S69]', async (maxRetries) => {
    const sso = await fixture.signedIn();
    let runs = 0;
    const failing = sso.withAutoRefresh(() => {
      runs++;
      return Promise.reject(Object.assign(new Error('no'), { status: 401 }));
    }, maxRetries);
    await expect(failing).rejects.toMatchObject({ status: 401 });
    expect([runs, fixture.refreshes().length]).toEqual([maxRetries + 1, maxRetries]);
  });

  test('withAutoRefresh: a fetch response of 401 is retried and returned when it repeats [S69]', async () => {
    const sso = await fixture.signedIn();
    const responses = [new Response(null, { status: 401 }), new Response('ok')];
    const response = await sso.withAutoRefresh(async () => responses.shift() ?? Response.error());
    expect(await response.text()).toBe('ok');
    expect((await sso.withAutoRefresh(async () => new Response(null, { status: 401 }))).status).toBe(401);
  });

  test('withAutoRefresh: data with a member status of 401 is not retried [S70]', async () => {
    const sso = await fixture.signedIn();
    expect(await sso.withAutoRefresh(async () => ({ status: 401 }))).toEqual({ status: 401 });
    expect(fixture.refreshes()).toEqual([]);
  });

  test.each([403, 500, undefined])('withAutoRefresh: an error with status %s is not retried [S70]', async (status) => {
    const sso = await fixture.signedIn();
    const failure = Object.assign(new Error('no'), { status });
    await expect(sso.withAutoRefresh(refuse(failure))).rejects.toBe(failure);
    expect(fixture.refreshes()).toEqual([]);
  });

  test('withAutoRefresh: without a refresh token a 401 is returned unchanged [S70]', async () => {
    const failure = Object.assign(new Error('no'), { status: 401 });
    await expect(fixture.client().withAutoRefresh(refuse(failure))).rejects.toBe(failure);
    expect(fixture.provider.received).toEqual([]);
  });

  test('withAutoRefresh: throws the error of a failed refresh [S70]', async () => {
    const sso = await fixture.signedIn();
    fixture.provider.revokeAll();
    await expect(sso.withAutoRefresh(refuse({ status: 401 }))).rejects.toMatchObject({
      name: 'RefreshError',
      loggedOut: true,
    });
  });

  test.each([-1, 1.5, Number.NaN])('withAutoRefresh: maxRetries of %s is rejected [S69]', async (maxRetries) => {
    await expect(fixture.client().withAutoRefresh(async () => 1, maxRetries)).rejects.toThrow(/^maxRetries must/);
  });
});

describe('what is stored', () => {
  test('logout: removes all token-storage keys and the three session-storage keys, and nothing else [A86, S103]', async () => {
    const sso = await fixture.signedIn();
    await sso.generateDeeplink();
    fixture.tokens.setItem('theme', 'dark');
    fixture.flow.setItem('draft', 'text');
    sso.logout();
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
    expect(fixture.flow.values(flowKeyList)).toEqual(noPendingSignIn);
    expect([fixture.tokens.getItem('theme'), fixture.flow.getItem('draft')]).toEqual(['dark', 'text']);
  });

  test('SsoClient getters: return the stored value or null [A29, A30, A31, A32, A87, A91, S105]', async () => {
    const sso = fixture.client();
    expect([sso.getAccessToken(), sso.getIdToken(), sso.getRefreshToken()]).toEqual([null, null, null]);
    expect([sso.getAuthData(), sso.getSubject(), sso.hasRefreshToken()]).toEqual([null, null, false]);
    const other = await fixture.signedIn();
    expect(other.getAccessToken()).toBe(fixture.tokens.getItem('platform-sso_access_token'));
    expect(other.getIdToken()).toBe(fixture.tokens.getItem('platform-sso_id_token'));
    expect(other.getRefreshToken()).toBe(fixture.tokens.getItem('platform-sso_refresh_token'));
    expect(other.hasRefreshToken()).toBe(true);
  });

  test('getAuthData: re-checks only exp [A88, S105]', async () => {
    const sso = await fixture.signedIn();
    fixture.tokens.removeItem(tokenKeys.idToken);
    expect(sso.getAuthData()).toMatchObject({ sub: alice, aud: clientId, auth_time: expect.any(Number) });
    fixture.provider.clock.now += 3_600_000 - 1;
    expect(sso.getSubject()).toBe(alice);
    fixture.provider.clock.now += 1;
    expect([sso.getAuthData(), sso.getSubject()]).toEqual([null, null]);
  });

  test.each([
    'x',
    'null',
    '[]',
    '{}',
    '"text"',
    '{"iss":"i","sub":"","aud":"a","exp":9999999999}',
    '{"iss":"i","sub":"s","aud":7,"exp":9999999999}',
    '{"iss":"i","sub":"s","aud":["a",7],"exp":9999999999}',
    '{"iss":"i","sub":"s","aud":"a","exp":"soon"}',
    '{"iss":"i","sub":"s","aud":"a"}',
  ])('getAuthData: returns null for %s [A88, S105]', (text) => {
    fixture.tokens.setItem(tokenKeys.idTokenClaims, text);
    expect(fixture.client().getAuthData()).toBeNull();
  });

  test.each([
    [null, true, true],
    ['', true, true],
    ['soon', true, true],
    [-1, true, true],
    [0, true, true],
    [1, false, true],
    [300_000, false, true],
    [300_001, false, false],
    [900_000, false, false],
  ])(
    'SsoClient: with an expiry %s ms ahead isTokenExpired is %s and isAccessTokenExpired %s [A33, A89, A90, A106, S74]',
    (ahead, expired, early) => {
      const value = typeof ahead === 'number' ? String(fixture.provider.clock.now + ahead) : ahead;
      if (value !== null) fixture.tokens.setItem(tokenKeys.tokenExpiry, value);
      expect([fixture.client().isTokenExpired(), fixture.client().isAccessTokenExpired()]).toEqual([expired, early]);
    },
  );

  test('onChange: every client of one storage is notified until it unsubscribes [S93]', async () => {
    let changes = 0;
    const stop = fixture.client().onChange(() => changes++);
    const sso = await fixture.signedIn();
    expect(changes).toBe(1);
    sso.logout();
    expect(changes).toBe(2);
    stop();
    await fixture.signedIn();
    expect(changes).toBe(2);
  });
});
