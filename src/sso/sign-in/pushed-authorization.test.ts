import { expect, test } from 'vitest';
import {
  adminKey,
  authorize,
  clientId,
  dpop,
  type Flow,
  flow,
  form,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { basic } from '../../../contract-tests/fixtures/sso/clients.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const redirectUri = 'https://app.test/callback';
const browserFlow = (changes: Record<string, string | undefined> = {}): Flow =>
  flow({ response_mode: 'query', redirect_uri: redirectUri, ...changes });
const push = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  form(sso, '/oauth/par', fields, headers);
const pushed = async (changes: Record<string, string | undefined> = {}) => {
  const response = await push(browserFlow(changes).query);
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<{ request_uri: string }>().request_uri;
};
const use = (request_uri: string, further: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  authorize(sso, { client_id: clientId, request_uri, ...further }, headers);
const outcome = (response: Awaited<ReturnType<typeof form>>) => [
  response.statusCode,
  response.json<{ error?: string }>().error,
];
const refused = [400, 'invalid_request_uri'];

test('RFC 9126 §2.2: createPushedAuthorization responds with 201 and a request_uri that expires in 60 seconds', async () => {
  const response = await push(browserFlow().query);
  expect([response.statusCode, response.headers['cache-control']]).toEqual([201, 'no-store']);
  expect(response.json()).toEqual({
    request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}$/),
    expires_in: 60,
  });
});

test('RFC 9126 §4, RFC 9101 §6.3: authorize uses the pushed parameters and no others', async () => {
  const requestUri = await pushed({ state: 'pushed' });
  const response = await use(requestUri, {
    state: 'other',
    redirect_uri: 'https://evil.test/',
    response_mode: 'json',
    scope: 'openid payments',
    prompt: 'none',
  });
  expect([response.statusCode, response.headers.location]).toEqual([303, expect.stringContaining('/approve/')]);
  const [row] = await sso.db
    .selectFrom('sso.authorization_requests')
    .select(['state', 'redirect_uri', 'scope'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(row).toEqual({ state: 'pushed', redirect_uri: redirectUri, scope: 'openid' });
});

test('RFC 9126 §4: a request_uri works once, for its client, and for 60 seconds', async () => {
  const requestUri = await pushed();
  const foreign = await authorize(sso, { client_id: otherClientId, request_uri: requestUri });
  expect(outcome(foreign)).toEqual(refused);
  const anonymous = await authorize(sso, { request_uri: requestUri });
  expect(outcome(anonymous)).toEqual(refused);
  expect((await use(requestUri)).statusCode).toBe(303);
  expect(outcome(await use(requestUri))).toEqual(refused);
  const late = await pushed();
  sso.advance(60);
  expect(outcome(await use(late))).toEqual(refused);
});

test('RFC 9126 §7.3: of concurrent uses of one request_uri exactly one starts a sign-in', async () => {
  const requestUri = await pushed();
  const all = await Promise.all(Array.from({ length: 6 }, () => use(requestUri)));
  expect(all.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);
});

test('sso: a request_uri that cannot be used is never redirected', async () => {
  const { query } = browserFlow();
  const unknown = `urn:ietf:params:oauth:request_uri:${'A'.repeat(43)}`;
  for (const request_uri of [unknown, 'urn:ietf:params:oauth:request_uri:', `${unknown}${'x'.repeat(3000)}`]) {
    const response = await authorize(sso, { ...query, request_uri });
    expect([outcome(response), response.headers.location]).toEqual([refused, undefined]);
  }
});

test('sso: a prefetch consumes no request_uri', async () => {
  const requestUri = await pushed();
  expect((await use(requestUri, {}, { 'sec-purpose': 'prefetch' })).statusCode).toBe(400);
  expect((await use(requestUri)).statusCode).toBe(303);
});

test('RFC 9126 §2.1: authorize takes a request_uri by POST too', async () => {
  const requestUri = await pushed();
  const response = await form(sso, '/oauth/authorize', { client_id: clientId, request_uri: requestUri });
  expect(response.statusCode).toBe(303);
});

test('RFC 9126 §2.3: errors of a pushed request are JSON with the code that authorize has', async () => {
  const wrong: [Record<string, string | undefined>, string][] = [
    [{ redirect_uri: 'https://evil.test/' }, 'invalid_request'],
    [{ redirect_uri: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ scope: 'profile' }, 'invalid_scope'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ client_id: '0'.repeat(32) }, 'invalid_client'],
    [{ client_id: undefined }, 'invalid_request'],
    [{ state: 'x'.repeat(4097) }, 'invalid_request'],
    [{ request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'invalid_request'],
    [{ request: 'e30.e30.' }, 'request_not_supported'],
    [{ id_token_hint: 'not a token' }, 'invalid_request'],
  ];
  for (const [changes, error] of wrong) {
    const response = await push(browserFlow(changes).query, { accept: 'text/html' });
    expect([changes, outcome(response)]).toEqual([changes, [400, error]]);
    expect(response.headers['content-type']).toContain('application/json');
  }
});

test('RFC 9126 §2: the endpoint accepts a form by POST only', async () => {
  const { query } = browserFlow();
  expect([404, 405]).toContain((await sso.app.inject({ url: '/oauth/par', query })).statusCode);
  expect((await sso.app.inject({ method: 'POST', url: '/oauth/par', payload: query })).statusCode).toBe(415);
});

test('RFC 6749 §3.2: a repeated pushed parameter is rejected', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = `${new URLSearchParams(browserFlow().query).toString()}&state=another`;
  const response = await sso.app.inject({ method: 'POST', url: '/oauth/par', headers, payload });
  expect(outcome(response)).toEqual([400, 'invalid_request']);
});

test('RFC 9126 §2: confidential clients authenticate, and their credentials are not stored', async () => {
  const register = async (tokenEndpointAuthMethod: string) => {
    const created = await sso.app.inject({
      method: 'POST',
      url: '/api/v1/providers',
      headers: { authorization: `Bearer ${adminKey}` },
      payload: { name: 'Calendar', tokenEndpointAuthMethod, redirectUris: [redirectUri] },
    });
    return created.json<{ providerAddress: string; clientSecret: string }>();
  };
  const other = await register('client_secret_basic');
  const otherFlow = browserFlow({ client_id: other.providerAddress });
  expect((await push(otherFlow.query, basic(other.providerAddress, other.clientSecret))).statusCode).toBe(201);

  const { providerAddress, clientSecret } = await register('client_secret_post');
  const { query } = browserFlow({ client_id: providerAddress });
  expect(outcome(await push(query))).toEqual([401, 'invalid_client']);
  expect(outcome(await push({ ...query, client_secret: 'wrong' }))).toEqual([401, 'invalid_client']);
  const { authorization } = basic(clientId, clientSecret);
  expect(outcome(await push(query, { authorization }))).toEqual([400, 'invalid_request']);
  const response = await push({ ...query, client_secret: clientSecret });
  expect(response.statusCode).toBe(201);
  const rows = await sso.db.selectFrom('sso.pushed_requests').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(clientSecret);
  const { request_uri } = response.json<{ request_uri: string }>();
  expect(JSON.stringify(rows)).not.toContain(request_uri.slice(-43));
  expect((await authorize(sso, { client_id: providerAddress, request_uri })).statusCode).toBe(303);
});

test('RFC 9449 §10.1: a proof on the pushed request binds the sign-in to its key, and must agree with dpop_jkt', async () => {
  const key = newKey();
  const proof = () => dpop(sso, key, { path: '/oauth/par' });
  const response = await push(browserFlow().query, { dpop: await proof() });
  expect(response.statusCode).toBe(201);
  const [row] = await sso.db
    .selectFrom('sso.pushed_requests')
    .select('parameters')
    .where('parameters', 'like', `%${key.jkt}%`)
    .execute();
  expect(row).toBeDefined();
  const { query } = browserFlow({ dpop_jkt: newKey().jkt });
  expect(outcome(await push(query, { dpop: await proof() }))).toEqual([400, 'invalid_dpop_proof']);
  expect(outcome(await push(browserFlow().query, { dpop: 'malformed' }))).toEqual([400, 'invalid_dpop_proof']);
});

test('RFC 9126 §5: discovery lists the endpoint', async () => {
  expect((await sso.app.inject('/.well-known/openid-configuration')).json()).toMatchObject({
    pushed_authorization_request_endpoint: expect.stringContaining('/oauth/par'),
    require_pushed_authorization_requests: false,
  });
});
