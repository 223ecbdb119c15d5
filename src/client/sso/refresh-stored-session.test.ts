import { expect, test } from 'vitest';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { IdTokenError, RefreshError } from './sso-errors.ts';
import { alice, bob, clientId, invalidGrant } from '../../../contract-tests/fixtures/client/fake-provider.ts';
import {
  useSsoClient,
  tokenKeyList,
  flowKeyList,
  noSession,
  noPendingSignIn,
} from '../../../contract-tests/fixtures/client/sso-client-fixture.ts';

const fixture = useSsoClient();

test('refreshAccessToken: sends the form and replaces tokens, claims and expiry', async () => {
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

test('refreshAccessToken: keeps the old refresh token or id_token that the response omits', async () => {
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

test('refreshAccessToken: fails without a stored refresh token and sends nothing', async () => {
  await expect(fixture.client().refreshAccessToken()).rejects.toMatchObject({
    name: 'RefreshError',
    error: 'no_refresh_token',
  });
  expect(fixture.provider.received).toEqual([]);
});

test.each([400, 401, 403])(
  'refreshAccessToken: %i invalid_grant clears all stored data, then fails',
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
])('refreshAccessToken: %i %s keeps the session', async (status, error, retryable) => {
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

test('refreshAccessToken: a network failure, a timeout and an unreadable response keep the session', async () => {
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

test('refreshAccessToken: a failed refresh is not cached', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.respondWith('/oauth/token', () => new Response('busy', { status: 503 }));
  await Promise.allSettled([sso.refreshAccessToken(), sso.refreshAccessToken()]);
  expect(fixture.refreshes()).toHaveLength(1);
  fixture.provider.respondWith('/oauth/token', null);
  await sso.refreshAccessToken();
});

test('refreshAccessToken: null for refresh_token or id_token counts as omitted', async () => {
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

test('refreshAccessToken: an id_token of another subject ends the session', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.overrideClaims({ sub: bob });
  await expect(sso.refreshAccessToken()).rejects.toMatchObject({ error: 'subject_mismatch', loggedOut: true });
  expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
});

test('refreshAccessToken: an unverifiable id_token changes neither access token nor claims and keeps the rotated refresh token', async () => {
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

test('refreshAccessToken: an unknown kid fetches the key set again', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.clock.now += 60_000;
  await fixture.provider.rotate();
  await sso.refreshAccessToken();
  expect(sso.getSubject()).toBe(alice);
  expect(fixture.provider.to('/oauth/jwks')).toHaveLength(2);
});

test('SsoClient: the key set is cached for 24 hours', async () => {
  const sso = await fixture.signedIn();
  fixture.provider.clock.now += 23 * 3_600_000;
  await sso.refreshAccessToken();
  expect(fixture.provider.to('/oauth/jwks')).toHaveLength(1);
  fixture.provider.clock.now += 3_600_000;
  await sso.refreshAccessToken();
  expect(fixture.provider.to('/oauth/jwks')).toHaveLength(2);
});

test('refreshAccessToken: a Bearer response to a DPoP client fails; exchange and refresh use the same key', async () => {
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
