import { describe, expect, test } from 'vitest';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { IdTokenError, RefreshError } from './sso-errors.ts';
import { tokenKeys } from './stored-session.ts';
import {
  alice,
  baseUrl,
  bob,
  clientId,
  delayed,
  inspectableStorage,
  invalidGrant,
  type Responder,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';
import {
  useSsoClient,
  tokenKeyList,
  flowKeyList,
  noSession,
  noPendingSignIn,
} from '../../../contract-tests/fixtures/client/sso-client-fixture.ts';

const given = useSsoClient();

describe('refreshAccessToken', () => {
  test('sends the form and replaces tokens, claims and expiry', async () => {
    const sso = await given.signedIn();
    const before = given.tokens.values(tokenKeyList);
    given.provider.clock.now += 60_000;
    const answer = await sso.refreshAccessToken();
    expect(Object.fromEntries(given.refreshes()[0]?.form ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: before['platform-sso_refresh_token'],
      client_id: clientId,
    });
    expect(given.tokens.values(tokenKeyList)).toMatchObject({
      'platform-sso_access_token': answer.access_token,
      'platform-sso_refresh_token': answer.refresh_token,
      'platform-sso_token_expiry': String(given.provider.clock.now + 900_000),
    });
    expect(answer.access_token).not.toBe(before['platform-sso_access_token']);
    expect(sso.getSubject()).toBe(alice);
  });

  test('sends redirect_uri when it is configured', async () => {
    const sso = await given.signedIn({ redirectUri: 'https://app.example/callback' });
    await sso.refreshAccessToken();
    expect(given.refreshes()[0]?.form.get('redirect_uri')).toBe('https://app.example/callback');
  });

  test('keeps the old refresh token when the answer has none, and the id_token when it has none', async () => {
    const sso = await given.signedIn();
    const before = given.tokens.values(tokenKeyList);
    given.provider.respondWith('/oauth/token', () =>
      Response.json({ access_token: 'new', token_type: 'Bearer', expires_in: 60 }),
    );
    await sso.refreshAccessToken();
    expect(given.tokens.values(tokenKeyList)).toEqual({
      ...before,
      'platform-sso_access_token': 'new',
      'platform-sso_token_expiry': String(given.provider.clock.now + 60_000),
    });
  });

  test('fails when no refresh token is stored, and sends nothing', async () => {
    await expect(given.client().refreshAccessToken()).rejects.toMatchObject({
      name: 'RefreshError',
      error: 'no_refresh_token',
    });
    expect(given.provider.received).toEqual([]);
  });

  test.each([400, 401, 403])('a %i invalid_grant logs out, then fails', async (status) => {
    const sso = await given.signedIn();
    given.provider.respondWith('/oauth/token', () => invalidGrant(status));
    const error = await sso.refreshAccessToken().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RefreshError);
    expect(error).toMatchObject({ status, error: 'invalid_grant', loggedOut: true, retryable: false });
    expect(given.tokens.values(tokenKeyList)).toEqual(noSession);
    expect(given.flow.values(flowKeyList)).toEqual(noPendingSignIn);
  });

  test.each([
    [400, 'invalid_request', false],
    [400, 'invalid_dpop_proof', false],
    [401, 'invalid_client', false],
    [409, 'invalid_grant', false],
    [429, 'temporarily_unavailable', true],
    [500, 'server_error', true],
    [502, undefined, true],
    [503, 'invalid_grant', true],
    [504, undefined, true],
  ])('a %i %s keeps the session', async (status, error, retryable) => {
    const sso = await given.signedIn();
    const before = given.tokens.values(tokenKeyList);
    given.provider.respondWith('/oauth/token', () =>
      error ? Response.json({ error }, { status }) : new Response('<html>', { status }),
    );
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({
      name: 'RefreshError',
      status,
      retryable,
      loggedOut: false,
    });
    expect(given.tokens.values(tokenKeyList)).toEqual(before);
    given.provider.respondWith('/oauth/token', null);
    await sso.refreshAccessToken();
    expect(sso.getSubject()).toBe(alice);
  });

  test('no network, a timeout and an unreadable answer keep the session', async () => {
    const sso = await given.signedIn();
    const before = given.tokens.values(tokenKeyList);
    given.provider.respondWith('/oauth/token', () => {
      throw new TypeError('fetch failed');
    });
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({ error: 'network_error', retryable: true });
    given.provider.respondWith('/oauth/token', () => new Response('<html>', { status: 200 }));
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({ name: 'RefreshError', loggedOut: false });
    const slow = given.client({ timeout: 5 });
    given.provider.respondWith('/oauth/token', () => new Promise(() => undefined));
    await expect(slow.refreshAccessToken()).rejects.toMatchObject({ error: 'timeout', retryable: true });
    expect(given.tokens.values(tokenKeyList)).toEqual(before);
  });

  test('calls at once share one request, over clients of one storage too', async () => {
    const [one, two] = [await given.signedIn(), given.client()];
    const answers = await Promise.all([one.refreshAccessToken(), one.refreshAccessToken(), two.refreshAccessToken()]);
    expect(given.refreshes()).toHaveLength(1);
    expect(new Set(answers.map(({ access_token: token }) => token)).size).toBe(1);
    await one.refreshAccessToken();
    expect(given.refreshes()).toHaveLength(2);
  });

  test('two users on one server never share a request or a token', async () => {
    const own = () => ({ tokenStorage: inspectableStorage(), flowStorage: inspectableStorage() });
    const one = await given.signedIn(own(), alice);
    const two = await given.signedIn(own(), bob);
    const [first, second] = await Promise.all([one.refreshAccessToken(), two.refreshAccessToken()]);
    expect(given.refreshes()).toHaveLength(2);
    expect(first.access_token).not.toBe(second.access_token);
    expect([one.getSubject(), two.getSubject()]).toEqual([alice, bob]);
    expect([one.getAccessToken(), two.getAccessToken()]).toEqual([first.access_token, second.access_token]);
  });

  test('a failed refresh is not remembered', async () => {
    const sso = await given.signedIn();
    given.provider.respondWith('/oauth/token', () => new Response('busy', { status: 503 }));
    await Promise.allSettled([sso.refreshAccessToken(), sso.refreshAccessToken()]);
    expect(given.refreshes()).toHaveLength(1);
    given.provider.respondWith('/oauth/token', null);
    await sso.refreshAccessToken();
  });

  test('one caller that gives up does not take the refresh from the others', async () => {
    const sso = await given.signedIn();
    const controller = new AbortController();
    const impatient = sso.refreshAccessToken({ signal: controller.signal });
    const patient = sso.refreshAccessToken();
    controller.abort(new Error('gone'));
    await expect(impatient).rejects.toThrow('gone');
    expect((await patient).access_token).toBe(sso.getAccessToken());
  });

  test('a sign-in that is pending keeps its values, whether the refresh succeeds or ends the session', async () => {
    const sso = await given.signedIn();
    await sso.generateDeeplink();
    const pending = given.flow.values(flowKeyList);
    await sso.refreshAccessToken();
    expect(given.flow.values(flowKeyList)).toEqual(pending);
    given.provider.respondWith('/oauth/token', () => invalidGrant());
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({ loggedOut: true });
    expect(given.flow.values(flowKeyList)).toEqual(pending);
    given.provider.respondWith('/oauth/token', null);
    await sso.exchangeToken(given.provider.approve(bob));
    expect(sso.getSubject()).toBe(bob);
  });

  test('a session that was ended meanwhile stays ended', async () => {
    const sso = await given.signedIn();
    const refresh = sso.refreshAccessToken();
    sso.logout();
    await expect(refresh).rejects.toMatchObject({ name: 'RefreshError', error: 'session_changed', loggedOut: true });
    expect(given.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('another person who signed in meanwhile keeps the session, and the caller does not get their tokens', async () => {
    const sso = await given.signedIn();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    given.provider.respondWith('/oauth/token', async () => {
      given.provider.respondWith('/oauth/token', null);
      await held;
      return Response.json({ access_token: 'late', refresh_token: 'late', token_type: 'Bearer', expires_in: 900 });
    });
    const refresh = sso.refreshAccessToken();
    await expect.poll(() => given.refreshes().length).toBe(1);
    await sso.generateDeeplink();
    await sso.exchangeToken(given.provider.approve(bob));
    const ofBob = given.tokens.values(tokenKeyList);
    release();
    await expect(refresh).rejects.toMatchObject({ error: 'session_changed', loggedOut: false });
    expect(given.tokens.values(tokenKeyList)).toEqual(ofBob);
    expect(sso.getSubject()).toBe(bob);
  });

  describe('while the new id_token waits for the keys that verify it', () => {
    /** A refresh whose answer has come, signed by a key that is still to be fetched. */
    const verifying = async (keySet: Responder | null, spoiled = {}) => {
      const sso = await given.signedIn();
      given.provider.clock.now += 60_000;
      await given.provider.rotate();
      given.provider.overrideClaims(spoiled);
      const { responder, release } = delayed(() => given.provider.fetch(`${baseUrl}/oauth/jwks`));
      given.provider.respondWith('/oauth/jwks', responder);
      const keySets = given.provider.to('/oauth/jwks').length;
      const refresh = sso.refreshAccessToken();
      await expect.poll(() => given.provider.to('/oauth/jwks')).toHaveLength(keySets + 1);
      given.provider.respondWith('/oauth/jwks', keySet);
      return { sso, refresh, release };
    };

    test('a logout ends it for good: no refresh token stays', async () => {
      const { sso, refresh, release } = await verifying(() => new Response('down', { status: 503 }));
      sso.logout();
      release();
      await expect(refresh).rejects.toMatchObject({ error: 'session_changed', loggedOut: true });
      expect(given.tokens.values(tokenKeyList)).toEqual(noSession);
    });

    test('another person who signs in keeps their session, and gets no token of the first', async () => {
      const { sso, refresh, release } = await verifying(() => new Response('down', { status: 503 }));
      for (const name of tokenKeyList) given.tokens.setItem(name, `${name} of Bob`);
      const ofBob = given.tokens.values(tokenKeyList);
      release();
      await expect(refresh).rejects.toMatchObject({ error: 'session_changed' });
      expect(given.tokens.values(tokenKeyList)).toEqual(ofBob);
      expect(sso.getRefreshToken()).toContain('of Bob');
    });

    test('an id_token of another person ends no session that came meanwhile', async () => {
      const { sso, refresh, release } = await verifying(null, { sub: bob });
      given.tokens.setItem(tokenKeys.refreshToken, 'of another tab');
      release();
      await expect(refresh).resolves.toMatchObject({ refresh_token: 'of another tab' });
      expect(sso.getRefreshToken()).toBe('of another tab');
    });
  });

  test('a refresh_token or id_token of null counts as left out', async () => {
    const sso = await given.signedIn();
    const before = given.tokens.values(tokenKeyList);
    given.provider.respondWith('/oauth/token', () =>
      Response.json({ access_token: 'new', token_type: 'Bearer', expires_in: 60, refresh_token: null, id_token: null }),
    );
    await sso.refreshAccessToken();
    expect(sso.getAccessToken()).toBe('new');
    expect(sso.getRefreshToken()).toBe(before['platform-sso_refresh_token']);
    expect(sso.getSubject()).toBe(alice);
  });

  test('a refresh token that another tab has spent is no end of the session', async () => {
    const sso = await given.signedIn();
    given.provider.respondWith('/oauth/token', async () => {
      // The other tab was first, and stored what it got.
      given.tokens.setItem(tokenKeys.refreshToken, 'of the other tab');
      given.tokens.setItem(tokenKeys.accessToken, 'access of the other tab');
      return invalidGrant();
    });
    expect(await sso.refreshAccessToken()).toMatchObject({ access_token: 'access of the other tab' });
    expect(sso.getRefreshToken()).toBe('of the other tab');
    expect(sso.getSubject()).toBe(alice);
  });

  test('an id_token of another person ends the session', async () => {
    const sso = await given.signedIn();
    given.provider.overrideClaims({ sub: bob });
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({ error: 'subject_mismatch', loggedOut: true });
    expect(given.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('an id_token that does not verify changes neither access token nor claims; the rotated refresh token is kept', async () => {
    const sso = await given.signedIn();
    const before = given.tokens.values(tokenKeyList);
    given.provider.overrideClaims({ iss: 'https://evil.example' });
    const error = await sso.refreshAccessToken().catch((error: unknown) => error);
    expect(error).toMatchObject({ name: 'RefreshError', error: 'bad_id_token_iss', loggedOut: false });
    expect(error).toHaveProperty('cause', expect.any(IdTokenError));
    expect({ ...given.tokens.values(tokenKeyList), 'platform-sso_refresh_token': '' }).toEqual({
      ...before,
      'platform-sso_refresh_token': '',
    });
    given.provider.overrideClaims({});
    await sso.refreshAccessToken();
    expect(sso.getSubject()).toBe(alice);
  });

  test('a rotated signing key is noticed: the key set is fetched again for an unknown kid', async () => {
    const sso = await given.signedIn();
    given.provider.clock.now += 60_000;
    await given.provider.rotate();
    await sso.refreshAccessToken();
    expect(sso.getSubject()).toBe(alice);
    expect(given.provider.to('/oauth/jwks')).toHaveLength(2);
  });

  test('the key set is cached for 24 hours', async () => {
    const sso = await given.signedIn();
    given.provider.clock.now += 23 * 3_600_000;
    await sso.refreshAccessToken();
    expect(given.provider.to('/oauth/jwks')).toHaveLength(1);
    given.provider.clock.now += 3_600_000;
    await sso.refreshAccessToken();
    expect(given.provider.to('/oauth/jwks')).toHaveLength(2);
  });

  test('a Bearer answer to a DPoP client fails; exchange and refresh use one key', async () => {
    const keypair = { privateKey: rfc8037Signer.sign, publicJwk: rfc8037Signer.jwk };
    const sso = await given.signedIn({ dpop: { keypair } });
    await sso.refreshAccessToken();
    const jwks = given.provider
      .to('/oauth/token')
      .map(({ headers }) => JSON.parse(atob((headers.get('dpop') ?? '').split('.')[0] ?? '')).jwk);
    expect(jwks).toEqual([rfc8037Signer.jwk, rfc8037Signer.jwk]);
    given.provider.respondWith('/oauth/token', () =>
      Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 900 }),
    );
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({ error: 'dpop_not_honored', loggedOut: false });
  });
});
