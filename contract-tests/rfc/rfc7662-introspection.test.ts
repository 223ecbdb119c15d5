import { afterAll, beforeAll, expect, test } from 'vitest';
import { basicHeader, type ClientCredentials, confidentialClient } from '../fixtures/confidential-client.ts';
import { newKey } from '../fixtures/identity.ts';
import { decode, type RunningProvider, startProvider } from '../fixtures/sso.ts';

let provider: RunningProvider;
/** A resource server of the platform, and one that is no audience of the platform's tokens. */
let server: ClientCredentials;
let stranger: ClientCredentials;
beforeAll(async () => {
  provider = await startProvider();
  server = await confidentialClient(provider, { reach: 'platform' });
  stranger = await confidentialClient(provider, { reach: 'sign-in' });
});
afterAll(() => provider.stop());

const inactive = { active: false };
const introspect = (fields: Record<string, string>, credentials: object = server) =>
  provider.send('POST', '/oauth/introspect', { form: { ...credentials, ...fields } });
const stateOf = async (token: string) => (await introspect({ token })).body;

test('RFC 7662 §2.2: the response repeats the claims of the token, as JSON that is not stored', async () => {
  const { accessToken } = await provider.signIn();
  const { claims } = decode(accessToken);
  const response = await introspect({ token: accessToken });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(response.headers.get('content-type')).toContain('application/json');
  const { iss, sub, aud, client_id, scope, jti, iat, exp } = claims;
  const expected = { active: true, token_type: 'Bearer', iss, sub, aud, client_id, scope, jti, iat, exp };
  expect(response.body).toEqual(expected);
});

test('RFC 9449 §6.2: introspection of a bound token has token_type DPoP and cnf.jkt', async () => {
  const key = newKey();
  const { accessToken } = await provider.signIn(key);
  expect(await stateOf(accessToken)).toMatchObject({ active: true, token_type: 'DPoP', cnf: { jkt: key.jkt } });
});

test.each(['access_token', 'refresh_token', 'saml2_token'])(
  'RFC 7662 §2.1: with the hint %s an access token is found',
  async (token_type_hint) => {
    const { accessToken } = await provider.signIn();
    expect((await introspect({ token: accessToken, token_type_hint })).body).toMatchObject({ active: true });
  },
);

test('RFC 7662 §2.1: a client authenticates as at the token endpoint, by form or by Basic', async () => {
  const { accessToken: token } = await provider.signIn();
  const basic = await confidentialClient(provider, {
    reach: 'platform',
    tokenEndpointAuthMethod: 'client_secret_basic',
  });
  const responses = [
    await introspect({ token }),
    await provider.send('POST', '/oauth/introspect', { form: { token }, headers: basicHeader(basic) }),
  ];
  for (const { status, body } of responses) expect([status, body['active']]).toEqual([200, true]);
});

test('RFC 7662 §2.3: a caller without valid credentials gets 401 invalid_client with a challenge, and learns no state', async () => {
  const { accessToken: token } = await provider.signIn();
  const refused = [
    await introspect({ token }, {}),
    await introspect({ token }, { client_id: provider.clientId }),
    await introspect({ token }, { client_id: server.client_id }),
    await introspect({ token }, { ...server, client_secret: stranger.client_secret }),
    await introspect({ token: 'unknown' }, { ...server, client_secret: 'wrong' }),
  ];
  for (const { status, body, headers } of refused) {
    expect([status, body['error'], body['active']]).toEqual([401, 'invalid_client', undefined]);
    expect(headers.get('www-authenticate')).toContain('Basic');
  }
});

test('RFC 7662 §2.3: introspection accepts a form by POST only', async () => {
  const { accessToken: token } = await provider.signIn();
  const query = new URLSearchParams({ ...server, token }).toString();
  expect([404, 405]).toContain((await provider.send('GET', `/oauth/introspect?${query}`)).status);
  expect((await provider.send('POST', '/oauth/introspect', { json: { ...server, token } })).status).toBe(415);
});

test('RFC 7662 §2.2: a token that is not active has no other member, whatever the reason', async () => {
  const { accessToken, idToken } = await provider.signIn();
  const { grant } = await provider.approve();
  const [header = '', payload = '', signature = ''] = accessToken.split('.');
  const forged = Buffer.from(JSON.stringify({ ...decode(accessToken).claims, scope: 'openid payments' }));
  const tokens = {
    'an unknown token': 'A'.repeat(43),
    'an id_token': idToken,
    'an authorization code': grant['code'] ?? '',
    'a changed token': `${header}.${forged.toString('base64url')}.${signature}`,
    'a token without its signature': `${header}.${payload}.`,
    'a token with alg none': `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
  };
  for (const [what, token] of Object.entries(tokens)) {
    const { status, body } = await introspect({ token });
    expect([what, status, body]).toEqual([what, 200, inactive]);
  }
});

test('RFC 7662 §4: a token for others looks like an unknown one', async () => {
  const { accessToken, refreshToken } = await provider.signIn();
  for (const token of [accessToken, refreshToken, 'unknown'])
    expect((await introspect({ token }, stranger)).body).toEqual(inactive);
});

test('RFC 7662 §2.2: tokens are not active as soon as they are revoked', async () => {
  const session = await provider.signIn();
  expect(await stateOf(session.accessToken)).toMatchObject({ active: true });
  const form = { token: session.refreshToken, client_id: provider.clientId };
  await provider.send('POST', '/oauth/revoke', { form });
  expect(await stateOf(session.accessToken)).toEqual(inactive);
});

test('RFC 7662 §2.2: introspection changes nothing: the refresh token still works', async () => {
  const client = await confidentialClient(provider);
  const { grant } = await provider.approve({ client_id: client.client_id });
  const exchanged = await provider.send('POST', '/oauth/token', { form: { ...grant, ...client } });
  const refresh_token = String(exchanged.body['refresh_token']);
  for (const token_type_hint of ['refresh_token', 'access_token'])
    expect((await introspect({ token: refresh_token, token_type_hint }, client)).body).toMatchObject({ active: true });
  const form = { grant_type: 'refresh_token', refresh_token, ...client };
  expect((await provider.send('POST', '/oauth/token', { form })).status).toBe(200);
  expect((await introspect({ token: refresh_token }, client)).body).toEqual(inactive);
});

test('RFC 8414 §2: the metadata lists the introspection endpoint and its authentication methods', async () => {
  const { body } = await provider.send('GET', '/.well-known/oauth-authorization-server');
  expect(body['introspection_endpoint']).toBe(`${provider.url}/oauth/introspect`);
  const methods = body['introspection_endpoint_auth_methods_supported'];
  expect(methods).toEqual(expect.arrayContaining(['client_secret_basic', 'client_secret_post', 'private_key_jwt']));
  expect(methods).not.toContain('none');
});
