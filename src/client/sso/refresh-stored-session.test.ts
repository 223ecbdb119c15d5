import { describe, expect, test } from 'vitest';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { IdTokenError, RefreshError } from './sso-errors.ts';
import {
  alice,
  baseUrl,
  bob,
  clientId,
  delayedResponder,
  inspectableStorage,
  invalidGrant,
  type Responder,
  flowKeyList,
  noPendingSignIn,
  noSession,
  tokenKeyList,
  useSsoClient,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { tokenKeys } from './stored-session.ts';

const fixture = useSsoClient();

test('refreshAccessToken: sends the form and replaces tokens, claims and expiry [S75]', async () => {
  const sso = await fixture.signedIn();
  const before = fixture.tokens.values(tokenKeyList);
  fixture.provider.clock.now += 60_000;
  const response = await sso.refreshAccessToken();
  expect(Object.fromEntries(fixture.refreshes()[0]?.form ?? [])).toEqual({
    grant_type: 'refresh_token',
    refresh_token: before['platform-sso_refresh_token'],
    client_id: clientId,
  });
  expect(fixture.tokens.values(tokenKeyList)).toMatchObject({
    'platform-sso_access_token': response.access_token,
    'platform-sso_refresh_token': response.refresh_token,
    'platform-sso_token_expiry': String(fixture.provider.clock.now + 900_000),
  });
  expect(response.access_token).not.toBe(before['platform-sso_access_token']);
  expect(sso.getSubject()).toBe(alice);
});

test('refreshAccessToken: sends redirect_uri when it is configured', async () => {
  const sso = await fixture.signedIn({ redirectUri: 'https://app.example/callback' });
  await sso.refreshAccessToken();
  expect(fixture.refreshes()[0]?.form.get('redirect_uri')).toBe('https://app.example/callback');
});

test('refreshAccessToken: keeps the old refresh token or id_token that the response omits [A84, S75]', async () => {
  const sso = await fixture.signedIn();
  const before = fixture.tokens.values(tokenKeyList);
  fixture.provider.respondWith('/oauth/token', () =>
    Response.json({ access_token: 'new', token_type: 'Bearer', expires_in: 60 }),
  );
  await sso.refreshAccessToken();
  expect(fixture.tokens.values(tokenKeyList)).toEqual({
    ...before,
    'platform-sso_access_token': 'new',
    'platform-sso_token_expiry': String(fixture.provider.clock.now + 60_000),
  });
});

test('refreshAccessToken: fails without a stored refresh token and sends nothing [A84, S76]', async () => {
  await expect(fixture.client().refreshAccessToken()).rejects.toMatchObject({
    name: 'RefreshError',
    error: 'no_refresh_token',
  });
  expect(fixture.provider.received).toEqual([]);
});

test.each([400, 401, 403])(
  'refreshAccessToken: %i invalid_grant clears all stored data, then fails [S77]',
  async (status) => {
    const sso = await fixture.signedIn();
    fixture.provider.respondWith('/oauth/token', () => invalidGrant(status));
    const error = await sso.refreshAccessToken().catch((error: unknown) => error);
    expect(error).toBeInstanceOf(RefreshError);
    expect(error).toMatchObject({ status, error: 'invalid_grant', loggedOut: true, retryable: false });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
    expect(fixture.flow.values(flowKeyList)).toEqual(noPendingSignIn);
  },
);

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
])('refreshAccessToken: %i %s keeps the session [S77]', async (status, error, retryable) => {
  const sso = await fixture.signedIn();
  const before = fixture.tokens.values(tokenKeyList);
  fixture.provider.respondWith('/oauth/token', () =>
    error ? Response.json({ error }, { status }) : new Response('<html>', { status }),
  );
  await expect(sso.refreshAccessToken()).rejects.toMatchObject({
    name: 'RefreshError',
    status,
    retryable,
    loggedOut: false,
  });
  expect(fixture.tokens.values(tokenKeyList)).toEqual(before);
  fixture.provider.respondWith('/oauth/token', null);
  await sso.refreshAccessToken();
  expect(sso.getSubject()).toBe(alice);
});

test('refreshAccessToken: a network failure, a timeout and an unreadable response keep the session [S78]', async () => {
  const sso = await fixture.signedIn();
  const before = fixture.tokens.values(tokenKeyList);
  fixture.provider.respondWith('/oauth/token', () => {
    throw new TypeError('fetch failed');
  });
  await expect(sso.refreshAccessToken()).rejects.toMatchObject({ error: 'network_error', retryable: true });
  fixture.provider.respondWith('/oauth/token', () => new Response('<html>', { status: 200 }));
  await expect(sso.refreshAccessToken()).rejects.toMatchObject({ name: 'RefreshError', loggedOut: false });
  const slow = fixture.client({ timeout: 5 });
  fixture.provider.respondWith('/oauth/token', () => new Promise(() => undefined));
  await expect(slow.refreshAccessToken()).rejects.toMatchObject({ error: 'timeout', retryable: true });
  expect(fixture.tokens.values(tokenKeyList)).toEqual(before);
});

test('refreshAccessToken: a failed refresh is not cached [S79]', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.respondWith('/oauth/token', () => new Response('busy', { status: 503 }));
  await Promise.allSettled([sso.refreshAccessToken(), sso.refreshAccessToken()]);
  expect(fixture.refreshes()).toHaveLength(1);
  fixture.provider.respondWith('/oauth/token', null);
  await sso.refreshAccessToken();
});

test('refreshAccessToken: null for refresh_token or id_token counts as omitted [S75]', async () => {
  const sso = await fixture.signedIn();
  const before = fixture.tokens.values(tokenKeyList);
  fixture.provider.respondWith('/oauth/token', () =>
    Response.json({ access_token: 'new', token_type: 'Bearer', expires_in: 60, refresh_token: null, id_token: null }),
  );
  await sso.refreshAccessToken();
  expect(sso.getAccessToken()).toBe('new');
  expect(sso.getRefreshToken()).toBe(before['platform-sso_refresh_token']);
  expect(sso.getSubject()).toBe(alice);
});

test('refreshAccessToken: an id_token of another subject ends the session [S84]', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.overrideClaims({ sub: bob });
  await expect(sso.refreshAccessToken()).rejects.toMatchObject({ error: 'subject_mismatch', loggedOut: true });
  expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
});

test('refreshAccessToken: an unverifiable id_token changes neither access token nor claims and keeps the rotated refresh token [S85]', async () => {
  const sso = await fixture.signedIn();
  const before = fixture.tokens.values(tokenKeyList);
  fixture.provider.overrideClaims({ iss: 'https://evil.example' });
  const error = await sso.refreshAccessToken().catch((error: unknown) => error);
  expect(error).toMatchObject({ name: 'RefreshError', error: 'bad_id_token_iss', loggedOut: false });
  expect(error).toHaveProperty('cause', expect.any(IdTokenError));
  expect({ ...fixture.tokens.values(tokenKeyList), 'platform-sso_refresh_token': '' }).toEqual({
    ...before,
    'platform-sso_refresh_token': '',
  });
  fixture.provider.overrideClaims({});
  await sso.refreshAccessToken();
  expect(sso.getSubject()).toBe(alice);
});

test('refreshAccessToken: an unknown kid fetches the key set again [S87]', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.clock.now += 60_000;
  await fixture.provider.rotate();
  await sso.refreshAccessToken();
  expect(sso.getSubject()).toBe(alice);
  expect(fixture.provider.to('/oauth/jwks')).toHaveLength(2);
});

test('SsoClient: the key set is cached for 24 hours [A94, A108, S87]', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.clock.now += 23 * 3_600_000;
  await sso.refreshAccessToken();
  expect(fixture.provider.to('/oauth/jwks')).toHaveLength(1);
  fixture.provider.clock.now += 3_600_000;
  await sso.refreshAccessToken();
  expect(fixture.provider.to('/oauth/jwks')).toHaveLength(2);
});

test('refreshAccessToken: a Bearer response to a DPoP client fails; exchange and refresh use the same key [S88]', async () => {
  const keypair = { privateKey: rfc8037Signer.sign, publicJwk: rfc8037Signer.jwk };
  const sso = await fixture.signedIn({ dpop: { keypair } });
  await sso.refreshAccessToken();
  const jwks = fixture.provider
    .to('/oauth/token')
    .map(({ headers }) => JSON.parse(atob((headers.get('dpop') ?? '').split('.')[0] ?? '')).jwk);
  expect(jwks).toEqual([rfc8037Signer.jwk, rfc8037Signer.jwk]);
  fixture.provider.respondWith('/oauth/token', () =>
    Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 900 }),
  );
  await expect(sso.refreshAccessToken()).rejects.toMatchObject({ error: 'dpop_not_honored', loggedOut: false });
});

test('refreshAccessToken: concurrent calls share one request, also across clients of one storage [A84, S80]', async () => {
  const [one, two] = [await fixture.signedIn(), fixture.client()];
  const responses = await Promise.all([one.refreshAccessToken(), one.refreshAccessToken(), two.refreshAccessToken()]);
  expect(fixture.refreshes()).toHaveLength(1);
  expect(new Set(responses.map(({ access_token: token }) => token)).size).toBe(1);
  await one.refreshAccessToken();
  expect(fixture.refreshes()).toHaveLength(2);
});

test('refreshAccessToken: two users on one server never share a request or a token [S19]', async () => {
  const separateStorage = () => ({ tokenStorage: inspectableStorage(), flowStorage: inspectableStorage() });
  const one = await fixture.signedIn(separateStorage(), alice);
  const two = await fixture.signedIn(separateStorage(), bob);
  const [first, second] = await Promise.all([one.refreshAccessToken(), two.refreshAccessToken()]);
  expect(fixture.refreshes()).toHaveLength(2);
  expect(first.access_token).not.toBe(second.access_token);
  expect([one.getSubject(), two.getSubject()]).toEqual([alice, bob]);
  expect([one.getAccessToken(), two.getAccessToken()]).toEqual([first.access_token, second.access_token]);
});

test('refreshAccessToken: an aborted caller does not cancel the refresh of the others [S80]', async () => {
  const sso = await fixture.signedIn();
  const controller = new AbortController();
  const aborted = sso.refreshAccessToken({ signal: controller.signal });
  const other = sso.refreshAccessToken();
  controller.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  expect((await other).access_token).toBe(sso.getAccessToken());
});

test('refreshAccessToken: a pending sign-in keeps its values when a refresh succeeds or ends the session [S81]', async () => {
  const sso = await fixture.signedIn();
  await sso.generateDeeplink();
  const pending = fixture.flow.values(flowKeyList);
  await sso.refreshAccessToken();
  expect(fixture.flow.values(flowKeyList)).toEqual(pending);
  fixture.provider.respondWith('/oauth/token', () => invalidGrant());
  await expect(sso.refreshAccessToken()).rejects.toMatchObject({ loggedOut: true });
  expect(fixture.flow.values(flowKeyList)).toEqual(pending);
  fixture.provider.respondWith('/oauth/token', null);
  await sso.exchangeToken(fixture.provider.approve(bob));
  expect(sso.getSubject()).toBe(bob);
});

test('refreshAccessToken: a session ended during the refresh stays ended [S82]', async () => {
  const sso = await fixture.signedIn();
  const refresh = sso.refreshAccessToken();
  sso.logout();
  await expect(refresh).rejects.toMatchObject({ name: 'RefreshError', error: 'session_changed', loggedOut: true });
  expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
});

test('refreshAccessToken: a different user who signed in during the refresh keeps the session, and the caller does not get their tokens [S83]', async () => {
  const sso = await fixture.signedIn();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  fixture.provider.respondWith('/oauth/token', async () => {
    fixture.provider.respondWith('/oauth/token', null);
    await held;
    return Response.json({ access_token: 'late', refresh_token: 'late', token_type: 'Bearer', expires_in: 900 });
  });
  const refresh = sso.refreshAccessToken();
  await expect.poll(() => fixture.refreshes().length).toBe(1);
  await sso.generateDeeplink();
  await sso.exchangeToken(fixture.provider.approve(bob));
  const ofBob = fixture.tokens.values(tokenKeyList);
  release();
  await expect(refresh).rejects.toMatchObject({ error: 'session_changed', loggedOut: false });
  expect(fixture.tokens.values(tokenKeyList)).toEqual(ofBob);
  expect(sso.getSubject()).toBe(bob);
});

test('refreshAccessToken: a refresh token already used by another tab does not end the session [S89]', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.respondWith('/oauth/token', async () => {
    // The other tab was first, and stored what it got.
    fixture.tokens.setItem(tokenKeys.refreshToken, 'of the other tab');
    fixture.tokens.setItem(tokenKeys.accessToken, 'access of the other tab');
    return invalidGrant();
  });
  expect(await sso.refreshAccessToken()).toMatchObject({ access_token: 'access of the other tab' });
  expect(sso.getRefreshToken()).toBe('of the other tab');
  expect(sso.getSubject()).toBe(alice);
});

describe('while the new id_token waits for the keys that verify it', () => {
  /** Starts a refresh whose response is received and whose id_token waits for its key. */
  const verifying = async (keySet: Responder | null, overridden = {}) => {
    const sso = await fixture.signedIn();
    fixture.provider.clock.now += 60_000;
    await fixture.provider.rotate();
    fixture.provider.overrideClaims(overridden);
    const { responder, release } = delayedResponder(() => fixture.provider.fetch(`${baseUrl}/oauth/jwks`));
    fixture.provider.respondWith('/oauth/jwks', responder);
    const keySets = fixture.provider.to('/oauth/jwks').length;
    const refresh = sso.refreshAccessToken();
    await expect.poll(() => fixture.provider.to('/oauth/jwks')).toHaveLength(keySets + 1);
    fixture.provider.respondWith('/oauth/jwks', keySet);
    return { sso, refresh, release };
  };

  test('refreshAccessToken: a logout while the id_token is verified leaves no refresh token [S82]', async () => {
    const { sso, refresh, release } = await verifying(() => new Response('down', { status: 503 }));
    sso.logout();
    release();
    await expect(refresh).rejects.toMatchObject({ error: 'session_changed', loggedOut: true });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('refreshAccessToken: a different user who signs in while the id_token is verified keeps their own tokens [S83]', async () => {
    const { sso, refresh, release } = await verifying(() => new Response('down', { status: 503 }));
    for (const name of tokenKeyList) fixture.tokens.setItem(name, `${name} of Bob`);
    const ofBob = fixture.tokens.values(tokenKeyList);
    release();
    await expect(refresh).rejects.toMatchObject({ error: 'session_changed' });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(ofBob);
    expect(sso.getRefreshToken()).toContain('of Bob');
  });

  test('refreshAccessToken: an id_token of another subject does not end a session that replaced the refreshed one [S83]', async () => {
    const { sso, refresh, release } = await verifying(null, { sub: bob });
    fixture.tokens.setItem(tokenKeys.refreshToken, 'of another tab');
    release();
    await expect(refresh).resolves.toMatchObject({ refresh_token: 'of another tab' });
    expect(sso.getRefreshToken()).toBe('of another tab');
  });
});
