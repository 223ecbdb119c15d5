import { describe, expect, test } from 'vitest';
import { tokenKeys } from './stored-session.ts';
import {
  alice,
  baseUrl,
  bob,
  delayedResponder,
  inspectableStorage,
  invalidGrant,
  type Responder,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';
import {
  useSsoClient,
  tokenKeyList,
  flowKeyList,
  noSession,
} from '../../../contract-tests/fixtures/client/sso-client-fixture.ts';

const fixture = useSsoClient();

test('refreshAccessToken: concurrent calls share one request, also across clients of one storage', async () => {
  const [one, two] = [await fixture.signedIn(), fixture.client()];
  const responses = await Promise.all([one.refreshAccessToken(), one.refreshAccessToken(), two.refreshAccessToken()]);
  expect(fixture.refreshes()).toHaveLength(1);
  expect(new Set(responses.map(({ access_token: token }) => token)).size).toBe(1);
  await one.refreshAccessToken();
  expect(fixture.refreshes()).toHaveLength(2);
});

test('refreshAccessToken: two users on one server never share a request or a token', async () => {
  const separateStorage = () => ({ tokenStorage: inspectableStorage(), flowStorage: inspectableStorage() });
  const one = await fixture.signedIn(separateStorage(), alice);
  const two = await fixture.signedIn(separateStorage(), bob);
  const [first, second] = await Promise.all([one.refreshAccessToken(), two.refreshAccessToken()]);
  expect(fixture.refreshes()).toHaveLength(2);
  expect(first.access_token).not.toBe(second.access_token);
  expect([one.getSubject(), two.getSubject()]).toEqual([alice, bob]);
  expect([one.getAccessToken(), two.getAccessToken()]).toEqual([first.access_token, second.access_token]);
});

test('refreshAccessToken: an aborted caller does not cancel the refresh of the others', async () => {
  const sso = await fixture.signedIn();
  const controller = new AbortController();
  const aborted = sso.refreshAccessToken({ signal: controller.signal });
  const other = sso.refreshAccessToken();
  controller.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  expect((await other).access_token).toBe(sso.getAccessToken());
});

test('refreshAccessToken: a pending sign-in keeps its values when a refresh succeeds or ends the session', async () => {
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

test('refreshAccessToken: a session ended during the refresh stays ended', async () => {
  const sso = await fixture.signedIn();
  const refresh = sso.refreshAccessToken();
  sso.logout();
  await expect(refresh).rejects.toMatchObject({ name: 'RefreshError', error: 'session_changed', loggedOut: true });
  expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
});

test('refreshAccessToken: a different user who signed in during the refresh keeps the session, and the caller does not get their tokens', async () => {
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

test('refreshAccessToken: a refresh token already used by another tab does not end the session', async () => {
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

  test('refreshAccessToken: a logout while the id_token is verified leaves no refresh token', async () => {
    const { sso, refresh, release } = await verifying(() => new Response('down', { status: 503 }));
    sso.logout();
    release();
    await expect(refresh).rejects.toMatchObject({ error: 'session_changed', loggedOut: true });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('refreshAccessToken: a different user who signs in while the id_token is verified keeps their own tokens', async () => {
    const { sso, refresh, release } = await verifying(() => new Response('down', { status: 503 }));
    for (const name of tokenKeyList) fixture.tokens.setItem(name, `${name} of Bob`);
    const ofBob = fixture.tokens.values(tokenKeyList);
    release();
    await expect(refresh).rejects.toMatchObject({ error: 'session_changed' });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(ofBob);
    expect(sso.getRefreshToken()).toContain('of Bob');
  });

  test('refreshAccessToken: an id_token of another subject does not end a session that replaced the refreshed one', async () => {
    const { sso, refresh, release } = await verifying(null, { sub: bob });
    fixture.tokens.setItem(tokenKeys.refreshToken, 'of another tab');
    release();
    await expect(refresh).resolves.toMatchObject({ refresh_token: 'of another tab' });
    expect(sso.getRefreshToken()).toBe('of another tab');
  });
});
