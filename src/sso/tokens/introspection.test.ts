import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adminKey,
  clientId,
  form,
  issuer,
  type Sso,
  startSso,
  testKey,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode, sendAsDevice, signIn, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

/** Registers a confidential client. @returns its credentials as form members */
async function confidential(reach: 'sign-in' | 'platform') {
  const created = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Resource server', reach, tokenEndpointAuthMethod: 'client_secret_post' },
  });
  const { providerAddress, clientSecret } = created.json<{ providerAddress: string; clientSecret: string }>();
  return { client_id: providerAddress, client_secret: clientSecret };
}

const introspect = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  form(sso, '/oauth/introspect', fields, headers);

test('RFC 7662 §2.2: introspectToken returns the claims of a live access token to a resource server of the platform', async () => {
  const key = testKey();
  const { access_token, sub } = await signIn(sso, key);
  const response = await introspect({ ...(await confidential('platform')), token: access_token });
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toMatchObject({
    active: true,
    iss: issuer,
    sub,
    aud: [clientId, issuer],
    client_id: clientId,
    scope: 'openid',
    token_type: 'DPoP',
    cnf: { jkt: key.jkt },
  });
});

test('RFC 7662 §2.2: a token for another resource server is not active', async () => {
  const { access_token, refresh_token } = await signIn(sso);
  const server = await confidential('sign-in');
  for (const token of [access_token, refresh_token, 'no-token'])
    expect((await introspect({ ...server, token })).json()).toEqual({ active: false });
});

test('RFC 7662 §2.2: a client reads its own access and refresh tokens', async () => {
  const client = await confidential('sign-in');
  const { grant } = await approvedCode(sso, { client_id: client.client_id });
  const tokens = (await form(sso, '/oauth/token', { ...grant, ...client })).json<Tokens>();
  const introspected = { active: true, client_id: client.client_id, scope: 'openid' };
  expect((await introspect({ ...client, token: tokens.access_token })).json()).toMatchObject(introspected);
  const refresh = (await introspect({ ...client, token: tokens.refresh_token })).json();
  expect(refresh).toMatchObject(introspected);
  expect(refresh).not.toHaveProperty('token_type');
  const next = await form(sso, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    ...client,
  });
  expect(next.statusCode).toBe(200);
  expect((await introspect({ ...client, token: tokens.refresh_token })).json()).toEqual({ active: false });
});

test('RFC 7662 §2.2: a revoked session and an expired token are not active, at once', async () => {
  const server = await confidential('platform');
  const [revoked, expired] = [await signIn(sso), await signIn(sso)];
  await sendAsDevice(sso, revoked.device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
  expect((await introspect({ ...server, token: revoked.access_token })).json()).toEqual({ active: false });
  sso.advance(901);
  expect((await introspect({ ...server, token: expired.access_token })).json()).toEqual({ active: false });
});

test('RFC 7662 §2.1: introspection without valid client credentials is 401 invalid_client', async () => {
  const { access_token: token } = await signIn(sso);
  const server = await confidential('platform');
  const refused = [
    await introspect({ token }),
    await introspect({ token, client_id: clientId }),
    await introspect({ token, client_id: server.client_id }),
    await introspect({ token, ...server, client_secret: 'wrong' }),
    await introspect({ token }, { authorization: `Bearer ${token}` }),
  ];
  for (const response of refused) {
    expect([response.statusCode, response.json()]).toMatchObject([401, { error: 'invalid_client' }]);
    expect(response.headers['www-authenticate']).toBeDefined();
  }
});

test('RFC 7662 §2.1: a missing or repeated token is 400', async () => {
  const server = await confidential('platform');
  expect((await introspect(server)).statusCode).toBe(400);
  expect((await introspect({ ...server, token: '' })).statusCode).toBe(400);
  const twice = await sso.app.inject({
    method: 'POST',
    url: '/oauth/introspect',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `${new URLSearchParams(server).toString()}&token=a&token=b`,
  });
  expect(twice.statusCode).toBe(400);
});
