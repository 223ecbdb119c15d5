import { beforeAll, expect, test } from 'vitest';
import {
  adminKey,
  authorize,
  clientId,
  dpop,
  exampleResource,
  flow,
  form,
  forumResource,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  enrol,
  refresh,
  requestUserinfo,
  sendAsDevice,
  signIn,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);
/** An application of the reach `sign-in`. */
let signInClient: string;
beforeAll(async () => {
  const created = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Shop' },
  });
  signInClient = created.json<{ providerAddress: string }>().providerAddress;
});

async function tokensFor(changes: Record<string, string>, further: Record<string, string> = {}) {
  const { grant } = await approvedCode(sso, changes);
  return form(sso, '/oauth/token', { ...grant, ...further });
}
type Response = Awaited<ReturnType<typeof form>>;
const claimsOf = (response: Response) => decode(response.json<Tokens>().access_token).claims;
const refreshing = (client_id: string, refresh_token: string, further: Record<string, string>) =>
  form(sso, '/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id, ...further });
const errorOf = (response: Response) => response.json<{ error: string }>().error;

test('sso: a new application reaches its own backend only, and an administrator may raise it', async () => {
  expect(claimsOf(await tokensFor({ client_id: signInClient }))['aud']).toEqual([signInClient]);
  const url = `/api/v1/providers/${signInClient}`;
  const headers = { authorization: `Bearer ${adminKey}` };
  const listed = await sso.app.inject({ url, headers });
  expect(listed.json()).toMatchObject({ reach: 'sign-in' });
  const raised = await sso.app.inject({ method: 'PATCH', url, headers, payload: { reach: 'platform' } });
  expect(raised.json()).toMatchObject({ reach: 'platform' });
  expect(claimsOf(await tokensFor({ client_id: signInClient }))['aud']).toEqual([signInClient, issuer]);
  await sso.app.inject({ method: 'PATCH', url, headers, payload: { reach: 'sign-in' } });
});

test('sso: raising an application widens no session that was approved before, and restricting it narrows all', async () => {
  const url = (client: string) => `/api/v1/providers/${client}`;
  const setReach = (client: string, reach: string) =>
    sso.app.inject({
      method: 'PATCH',
      url: url(client),
      headers: { authorization: `Bearer ${adminKey}` },
      payload: { reach },
    });
  const before = (await tokensFor({ client_id: signInClient })).json<Tokens>();
  await setReach(signInClient, 'platform');
  const raised = await refreshing(signInClient, before.refresh_token, {});
  expect(claimsOf(raised)['aud']).toEqual([signInClient]);
  await setReach(signInClient, 'sign-in');

  const wide = (await tokensFor({ client_id: otherClientId })).json<Tokens>();
  await setReach(otherClientId, 'sign-in');
  expect(claimsOf(await refreshing(otherClientId, wide.refresh_token, {}))['aud']).toEqual([otherClientId]);
  await setReach(otherClientId, 'platform');
});

test('sso: a token of the reach sign-in works at userinfo', async () => {
  const { access_token } = (await tokensFor({ client_id: signInClient })).json<Tokens>();
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await sso.app.inject({ url: '/oauth/userinfo', headers })).statusCode).toBe(200);
});

test('RFC 8707 §2: a resource narrows the audience to application and service, at authorize or at token', async () => {
  expect(claimsOf(await tokensFor({ resource: forumResource }))['aud']).toEqual([clientId, forumResource]);
  const later = await tokensFor({}, { resource: forumResource });
  expect(claimsOf(later)['aud']).toEqual([clientId, forumResource]);
  const again = await refreshing(clientId, later.json<Tokens>().refresh_token, {});
  expect(claimsOf(again)['aud']).toEqual([clientId, issuer]);
});

test('RFC 8707 §2.2: a token request selects only what was approved', async () => {
  const { grant } = await approvedCode(sso, { resource: forumResource });
  const refused = await form(sso, '/oauth/token', { ...grant, resource: 'http://localhost:4004' });
  expect([refused.statusCode, errorOf(refused)]).toEqual([400, 'invalid_target']);
  expect((await form(sso, '/oauth/token', grant)).statusCode).toBe(200);
});

test('RFC 8707 §2: an unknown resource is invalid_target, and costs neither code nor refresh token', async () => {
  const attempt = await authorize(sso, { ...flow().query, resource: 'https://unknown.test' });
  expect([attempt.statusCode, errorOf(attempt)]).toEqual([400, 'invalid_target']);
  const { grant } = await approvedCode(sso);
  expect(errorOf(await form(sso, '/oauth/token', { ...grant, resource: 'x' }))).toBe('invalid_target');
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  expect(errorOf(await refreshing(clientId, tokens.refresh_token, { resource: 'x' }))).toBe('invalid_target');
  expect((await refreshing(clientId, tokens.refresh_token, {})).statusCode).toBe(200);
});

test.each([
  'forum',
  '/api',
  ' ',
  'x'.repeat(3_000),
  `${forumResource}/`,
  `${forumResource}/api`,
  `${forumResource}#fragment`,
  forumResource.toUpperCase(),
])('RFC 8707 §2: the resource %s is compared character by character, and is invalid_target', async (resource) => {
  expect(errorOf(await authorize(sso, { ...flow().query, resource }))).toBe('invalid_target');
});

test('RFC 8707 §2: two resources in one request are invalid_target, as a token is for one service', async () => {
  const both = [forumResource, 'http://localhost:4004'].map((resource): [string, string] => ['resource', resource]);
  const query = new URLSearchParams([...Object.entries(flow().query), ...both]);
  expect(errorOf(await sso.app.inject(`/oauth/authorize?${query.toString()}`))).toBe('invalid_target');
  const { grant } = await approvedCode(sso);
  const payload = new URLSearchParams([...Object.entries(grant), ...both]).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(errorOf(await sso.app.inject({ method: 'POST', url: '/oauth/token', headers, payload }))).toBe(
    'invalid_target',
  );
  expect((await form(sso, '/oauth/token', grant)).statusCode).toBe(200);
});

test('RFC 8707 §2: an unacceptable resource is redirected to the application with its state, and PAR refuses it', async () => {
  const redirect = { response_mode: 'query', redirect_uri: 'https://app.test/callback' };
  const { query } = flow({ ...redirect, resource: 'https://unknown.test' });
  const { searchParams } = new URL((await authorize(sso, query)).headers.location ?? '');
  expect([searchParams.get('error'), searchParams.get('state')]).toEqual(['invalid_target', query['state']]);
  expect(errorOf(await form(sso, '/oauth/par', query))).toBe('invalid_target');
  expect((await form(sso, '/oauth/par', { ...query, resource: forumResource })).statusCode).toBe(201);
});

test('sso: an application of the reach sign-in needs a scope of the service that a resource names', async () => {
  const query = (scope: string) => ({ ...flow({ client_id: signInClient }).query, scope, resource: forumResource });
  expect(errorOf(await authorize(sso, query('openid')))).toBe('invalid_target');
  expect(errorOf(await authorize(sso, query('openid notifications:host')))).toBe('invalid_target');
  const attempt = { client_id: signInClient, scope: 'openid forum:write' };
  expect(claimsOf(await tokensFor(attempt))['aud']).toEqual([signInClient]);
  const narrowed = claimsOf(await tokensFor(attempt, { resource: forumResource }));
  expect(narrowed).toMatchObject({ aud: [signInClient, forumResource], scope: 'openid forum:write' });
});

test.each([['sign-in'], ['platform']])(
  'RFC 8707 §2: a token of an application with reach %s for a third-party service is valid there only, also after a refresh',
  async (reach) => {
    const client_id = reach === 'sign-in' ? signInClient : otherClientId;
    const tokens = await tokensFor({ client_id, resource: exampleResource });
    expect(claimsOf(tokens)['aud']).toEqual([client_id, exampleResource]);
    const { refresh_token } = tokens.json<Tokens>();
    expect(errorOf(await refreshing(client_id, refresh_token, { resource: forumResource }))).toBe('invalid_target');
    const refreshed = await refreshing(client_id, refresh_token, {});
    expect(claimsOf(refreshed)['aud']).toEqual([client_id, exampleResource]);
  },
);

test('RFC 8707 §2: a third-party service is approved by the person: a token request alone is invalid_target', async () => {
  for (const client_id of [signInClient, otherClientId]) {
    const { grant } = await approvedCode(sso, { client_id });
    const refused = await form(sso, '/oauth/token', { ...grant, resource: exampleResource });
    expect([refused.statusCode, errorOf(refused)]).toEqual([400, 'invalid_target']);
    expect((await form(sso, '/oauth/token', grant)).statusCode).toBe(200);
  }
});

test('sso: a token for a third-party service carries no scope of the platform', async () => {
  const query = { ...flow().query, scope: 'openid forum:write', resource: exampleResource };
  expect(errorOf(await authorize(sso, query))).toBe('invalid_target');
});

test('RFC 6749 §3.3: known scopes are granted, unknown ones are not, and the response says so', async () => {
  const all = await tokensFor({ scope: 'openid forum:vote payments' });
  expect(claimsOf(all)['scope']).toBe('openid forum:vote payments');
  expect(all.json()).not.toHaveProperty('scope');
  const some = await tokensFor({ scope: 'openid phone forum:vote profile' });
  expect(some.json()).toMatchObject({ scope: 'openid profile forum:vote' });
});

test('RFC 6749 §6: a refresh narrows the scope and never widens it', async () => {
  const tokens = (await tokensFor({ scope: 'openid forum:write forum:vote' })).json<Tokens>();
  const narrowed = await refreshing(clientId, tokens.refresh_token, { scope: 'openid forum:vote' });
  expect(claimsOf(narrowed)['scope']).toBe('openid forum:vote');
  expect(narrowed.json()).toMatchObject({ scope: 'openid forum:vote' });
  const { refresh_token } = narrowed.json<Tokens>();
  for (const scope of ['openid', 'openid payments', 'openid forum:write payments', 'profile']) {
    const refused = await refreshing(clientId, refresh_token, { scope });
    expect([scope, refused.statusCode, errorOf(refused)]).toEqual([scope, 400, 'invalid_scope']);
  }
  expect(claimsOf(await refreshing(clientId, refresh_token, {}))['scope']).toBe('openid forum:write forum:vote');
});

test('RFC 6749 §6: a session with openid alone is not limited by a refresh, and takes no other scope', async () => {
  const { refresh_token } = (await tokensFor({})).json<Tokens>();
  expect(errorOf(await refreshing(clientId, refresh_token, { scope: 'openid forum:write' }))).toBe('invalid_scope');
  expect((await refreshing(clientId, refresh_token, { scope: 'openid' })).statusCode).toBe(200);
});

test.each([
  [{}, ['act for you at Forum and Notifications'], ['act'], ['Forum', 'Notifications']],
  [{ resource: forumResource }, ['act for you at Forum'], ['act'], ['Forum']],
  [
    { scope: 'openid forum:vote forum:write' },
    ['vote for you at Forum', 'write posts and comments for you at Forum'],
    ['forum:vote', 'forum:write'],
    [],
  ],
  [{ client: 'sign-in' }, ['sign you in'], ['sign_in'], []],
  [
    { client: 'sign-in', scope: 'openid profile' },
    ['sign you in', 'see the name and the picture of your profile'],
    ['sign_in', 'profile'],
    [],
  ],
  [{ client: 'sign-in', resource: exampleResource }, ['act for you at Example'], ['act'], ['Example']],
  [{ resource: exampleResource }, ['act for you at Example'], ['act'], ['Example']],
])(
  'sso: the approver of %j reads the permissions %j',
  async ({ client, ...changes }: Record<string, string>, words, codes, services) => {
    const { query } = flow({ ...changes, ...(client !== undefined && { client_id: signInClient }) });
    const { deep_link } = (await authorize(sso, query)).json<{ deep_link: string }>();
    const { device } = await enrol(sso);
    const shown = await sendAsDevice(sso, device, 'GET', `/api/v1/owner/requests/${deep_link.split('/').at(-1)}`);
    expect(shown.json()).toMatchObject({ permissions: words, permissionCodes: codes, services });
  },
);

const request = (headers: Record<string, string | string[]>) => sso.app.inject({ url: '/oauth/userinfo', headers });
const refusal = 'The access token is not valid for this request.';
const bearerRefused = [
  'DPoP algs="EdDSA Ed25519 ES256", scope="openid"',
  'Bearer error="invalid_token", scope="openid"',
];
const dpopRefused = (error: string) => [`DPoP error="${error}", algs="EdDSA Ed25519 ES256", scope="openid"`];

test.each<[string, Record<string, string>]>([
  ['nothing', {}],
  ['a proof alone', { dpop: 'proof' }],
  ['another scheme', { authorization: 'Basic eDp5' }],
])('RFC 6750 §3.1: userinfo with %s is challenged without an error code', async (_name, headers) => {
  const response = await request(headers);
  expect([response.statusCode, response.headers['www-authenticate']]).toEqual([
    401,
    ['DPoP algs="EdDSA Ed25519 ES256", scope="openid"', 'Bearer scope="openid"'],
  ]);
  expect(response.json()).toMatchObject({ error: 'unauthorized' });
});

test('RFC 6750 §3.1: a rejected Bearer token gets the same error whether or not it is bound [A78, A96]', async () => {
  const key = newKey();
  const bound = await signIn(sso, key);
  for (const token of [bound.access_token, 'no-token', `${bound.access_token}x`, bound.id_token]) {
    const response = await request({ authorization: `Bearer ${token}` });
    expect([response.statusCode, response.json(), response.headers['www-authenticate']]).toEqual([
      401,
      { error: 'invalid_token', error_description: refusal },
      bearerRefused,
    ]);
  }
});

test('RFC 9449 §7.1: an unbound token under DPoP gets the same error as a foreign one', async () => {
  const key = newKey();
  const unbound = await signIn(sso);
  const foreign = await signIn(sso, newKey());
  for (const { access_token } of [unbound, foreign]) {
    const response = await requestUserinfo(sso, access_token, key);
    expect([response.statusCode, response.json(), response.headers['www-authenticate']]).toEqual([
      401,
      { error: 'invalid_token', error_description: refusal },
      dpopRefused('invalid_token'),
    ]);
  }
});

test.each<[string, (token: string, key: ReturnType<typeof newKey>) => Promise<Record<string, string | string[]>>]>([
  ['no proof', async () => ({})],
  [
    'a proof without ath',
    async (_token, key) => ({ dpop: await dpop(sso, key, { path: '/oauth/userinfo', method: 'GET' }) }),
  ],
  [
    'a proof for another address',
    async (accessToken, key) => ({ dpop: await dpop(sso, key, { path: '/oauth/token', method: 'GET', accessToken }) }),
  ],
])('RFC 9449 §7.1: userinfo with %s is invalid_dpop_proof [A78, A96]', async (_name, headers) => {
  const key = newKey();
  const { access_token } = await signIn(sso, key);
  const response = await request({ authorization: `DPoP ${access_token}`, ...(await headers(access_token, key)) });
  expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, dpopRefused('invalid_dpop_proof')]);
  expect(response.json()).toMatchObject({ error: 'invalid_dpop_proof' });
});

test('RFC 9449 §11.1: of many requests with one proof, one succeeds', async () => {
  const key = newKey();
  const { access_token } = await signIn(sso, key);
  const proof = await dpop(sso, key, { path: '/oauth/userinfo', method: 'GET', accessToken: access_token });
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => request({ authorization: `DPoP ${access_token}`, dpop: proof })),
  );
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('sso: userinfo rejects an expired access token', async () => {
  const { access_token } = await signIn(sso);
  sso.advance(900);
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
});

test('OpenID Connect Core §5.3.1: getUserInfoByPost ignores a body of any type', async () => {
  const { access_token, sub } = await signIn(sso);
  for (const [type, payload] of [
    ['application/json', '{'],
    ['text/plain', 'x'],
    ['application/x-www-form-urlencoded', 'access_token=other'],
  ]) {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': type ?? '' };
    const response = await sso.app.inject({ method: 'POST', url: '/oauth/userinfo', headers, payload: payload ?? '' });
    expect([response.statusCode, response.json()]).toEqual([200, { sub, aud: clientId }]);
  }
});

test('sso: userinfo rejects the token of a revoked session at once', async () => {
  const { access_token, refresh_token, device } = await signIn(sso);
  expect((await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`)).json()).toEqual({
    revoked: 1,
  });
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(401);
  expect((await refresh(sso, refresh_token)).json()).toMatchObject({ error: 'invalid_grant' });
});

const revoke = (token: string, client = clientId, more: Record<string, string> = {}) =>
  form(sso, '/oauth/revoke', { token, client_id: client, ...more });

test('RFC 7009 §2.1: revoking a refresh token ends its family and its access tokens', async () => {
  const tokens = await signIn(sso);
  const response = await revoke(tokens.refresh_token, clientId, { token_type_hint: 'access_token' });
  expect([response.statusCode, response.body]).toEqual([200, '{}']);
  expect((await requestUserinfo(sso, tokens.access_token)).statusCode).toBe(401);
  expect((await refresh(sso, tokens.refresh_token)).statusCode).toBe(400);
});

test('RFC 7009 §2.1: revoking an access token keeps its session', async () => {
  const tokens = await signIn(sso);
  expect((await revoke(tokens.access_token)).statusCode).toBe(200);
  expect((await requestUserinfo(sso, tokens.access_token)).statusCode).toBe(401);
  const next = (await refresh(sso, tokens.refresh_token)).json<{ access_token: string }>();
  expect((await requestUserinfo(sso, next.access_token)).statusCode).toBe(200);
});

test('RFC 7009 §2.2: revoking an unknown, expired or revoked token is 200', async () => {
  const { access_token, refresh_token } = await signIn(sso);
  await revoke(refresh_token);
  for (const token of ['unknown', refresh_token, access_token]) expect((await revoke(token)).statusCode).toBe(200);
  sso.advance(900);
  expect((await revoke(access_token)).statusCode).toBe(200);
});

test('RFC 7009 §2.1: another client cannot revoke a token', async () => {
  const { access_token, refresh_token } = await signIn(sso);
  for (const token of [access_token, refresh_token]) {
    const response = await revoke(token, otherClientId);
    expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  }
  expect((await requestUserinfo(sso, access_token)).statusCode).toBe(200);
  expect((await revoke(access_token, 'unknown')).json()).toMatchObject({ error: 'invalid_client' });
});

test('RFC 7009 §2.1: the parameter token is required', async () => {
  expect((await form(sso, '/oauth/revoke', { client_id: clientId, token: '' })).json()).toMatchObject({
    error: 'invalid_request',
  });
});
