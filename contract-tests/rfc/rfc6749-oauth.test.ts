import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { type RunningProvider, startProvider } from '../fixtures/sso.ts';

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

const authorize = (changes: Record<string, string | undefined> = {}, headers: Record<string, string> = {}) => {
  const { query } = provider.flow(changes);
  return provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`, { headers });
};
const exchange = (form: Readonly<Record<string, string>>) => provider.send('POST', '/oauth/token', { form });
const without = (form: Readonly<Record<string, string>>, name: string) =>
  Object.fromEntries(Object.entries(form).filter(([member]) => member !== name));

test.each<[string, Record<string, string | undefined>, string]>([
  ['RFC 6749 §4.1.2.1: a missing response_type', { response_type: undefined }, 'invalid_request'],
  ['RFC 6749 §4.1.2.1: response_type token', { response_type: 'token' }, 'unsupported_response_type'],
  ['RFC 6749 §4.1.2.1: a missing client_id', { client_id: undefined }, 'invalid_request'],
  ['RFC 6749 §4.1.2.1: an unknown client', { client_id: '0'.repeat(32) }, 'invalid_client'],
  ['RFC 6749 §4.1.2.1: an unknown scope', { scope: 'profile' }, 'invalid_scope'],
  ['RFC 6749 §3.1: a state without a value', { state: '' }, 'invalid_request'],
  [
    'RFC 6749 §3.1.2: a redirect address with a fragment',
    { redirect_uri: 'http://127.0.0.1/callback#f' },
    'invalid_request',
  ],
  [
    'RFC 6749 §3.1.2.4: a redirect address that is not registered',
    { redirect_uri: 'https://evil.test/' },
    'invalid_request',
  ],
  [
    'RFC 9700 §2.1: a redirect address that only starts like a registered one',
    { redirect_uri: 'http://127.0.0.1/callback/more' },
    'invalid_request',
  ],
  ['RFC 7636 §4.4.1: a missing code_challenge', { code_challenge: undefined }, 'invalid_request'],
  ['RFC 7636 §4.2: a challenge that is no SHA-256', { code_challenge: 'short' }, 'invalid_request'],
  ['RFC 9700 §2.1.1: the challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  [
    'RFC 7636 §4.3: a missing challenge method, which would mean plain',
    { code_challenge_method: undefined },
    'invalid_request',
  ],
])('%s is %s', async (_rule, changes, error) => {
  const response = await authorize(changes);
  expect([response.status, response.body]).toEqual([400, { error, error_description: expect.any(String) }]);
});

test('RFC 9700 §4.11: an invalid authorize request is never redirected to an unregistered address', async () => {
  const response = await authorize({
    response_mode: 'query',
    redirect_uri: 'https://evil.test/',
    response_type: 'token',
  });
  expect([response.status, response.headers.get('location')]).toEqual([400, null]);
});

test('RFC 6749 §4.1.2.1: an error is redirected once client and redirect address belong together', async () => {
  const redirectUri = 'http://127.0.0.1:53117/callback';
  const response = await authorize({ response_mode: 'query', redirect_uri: redirectUri, scope: 'email', state: 'a&b' });
  const location = new URL(response.headers.get('location') ?? '');
  expect([response.status, `${location.origin}${location.pathname}`]).toEqual([303, redirectUri]);
  expect(Object.fromEntries(location.searchParams)).toEqual({
    error: 'invalid_scope',
    error_description: 'scope must contain openid.',
    state: 'a&b',
    iss: provider.url,
  });
});

test.each([
  ['a browser', { accept: 'text/html,*/*;q=0.8' }, 'text/html'],
  ['a program', { accept: '*/*' }, 'application/json'],
])(
  'RFC 6749 §4.1.2.1: without a trusted redirect address %s gets the error as its kind',
  async (_who, headers, type) => {
    const { query } = provider.flow({ response_mode: 'query', redirect_uri: 'https://evil.test/callback' });
    const response = await fetch(`${provider.url}/oauth/authorize?${new URLSearchParams(query).toString()}`, {
      headers,
      redirect: 'manual',
    });
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([400, type]);
    const text = await response.text();
    expect(text).toContain('redirect_uri is not registered for this application.');
    if (type === 'text/html') {
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('<h1>This request cannot continue</h1>');
    }
  },
);

test('RFC 6749 §3.1: a repeated parameter is rejected and an unknown one ignored', async () => {
  const twice = new URLSearchParams(provider.flow().query);
  twice.append('state', 'another');
  expect((await provider.send('GET', `/oauth/authorize?${twice.toString()}`)).body['error']).toBe('invalid_request');
  expect((await authorize({ ui_locales: 'de' })).status).toBe(200);
});

test.each(['http://127.0.0.1/callback', 'http://127.0.0.1:1/callback', 'http://127.0.0.1:65535/callback'])(
  'RFC 8252 §7.3: the loopback address %s is accepted on any port',
  async (redirectUri) => {
    const response = await authorize({ response_mode: 'query', redirect_uri: redirectUri });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/[^/]+\/approve\/[A-Za-z0-9_-]{43}$/),
    ]);
  },
);

test('RFC 9700 §2.1.1: a reused code challenge is rejected', async () => {
  const code_challenge = s256Challenge(randomBytes(32).toString('base64url'));
  expect((await authorize({ code_challenge })).status).toBe(200);
  expect((await authorize({ code_challenge })).body).toEqual({
    error: 'invalid_request',
    error_description: 'code challenge already used',
  });
});

test('sso: an unregistered origin cannot start a sign-in', async () => {
  const response = await authorize({}, { origin: 'https://elsewhere.test' });
  expect([response.status, response.body['error'], response.body['error_description']]).toEqual([
    403,
    'access_denied',
    expect.stringContaining('Origin not allowed'),
  ]);
  expect((await authorize({}, { origin: 'http://localhost:3000' })).status).toBe(200);
});

test('RFC 9207 §2: every terminal poll status carries iss and state', async () => {
  const approved = await provider.approve();
  const poll = (polling_code: string) => provider.client.pollAuthorization({ body: { polling_code } });
  expect(unwrap(await poll(approved.pollingCode))).toEqual({
    status: 'authorized',
    authorization_code: approved.code,
    state: approved.query['state'],
    iss: provider.url,
  });
  const { query } = provider.flow();
  const { body } = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`);
  await provider.owner.decide(String(body['deep_link']), 'reject');
  expect(unwrap(await poll(String(body['polling_code'])))).toEqual({
    status: 'rejected',
    state: query['state'],
    iss: provider.url,
  });
});

test('sso poll: an unknown or malformed code is 404', async () => {
  for (const pollingCode of ['A'.repeat(43), 'x', 'a b', 'x'.repeat(256)]) {
    const response = await provider.send('POST', '/oauth/poll', { json: { polling_code: pollingCode } });
    expect([response.status, response.body['error']]).toEqual([404, 'not_found']);
  }
  for (const json of [{}, { polling_code: 1 }, { polling_code: '' }, { polling_code: 'x', more: 1 }, []]) {
    const response = await provider.send('POST', '/oauth/poll', { json });
    expect([response.status, response.body['error']]).toEqual([400, 'invalid_request']);
  }
});

test('RFC 6749 §5.1: the token response has no-store and only the documented members [A72]', async () => {
  const { grant } = await provider.approve();
  const response = await exchange(grant);
  expect([response.status, response.headers.get('cache-control'), response.headers.get('pragma')]).toEqual([
    200,
    'no-store',
    'no-cache',
  ]);
  expect(Object.keys(response.body).toSorted()).toEqual([
    'access_token',
    'expires_in',
    'id_token',
    'refresh_token',
    'token_type',
  ]);
});

test.each<[string, (grant: Readonly<Record<string, string>>) => Record<string, string>, string]>([
  ['RFC 6749 §5.2: a missing grant_type', (grant) => without(grant, 'grant_type'), 'invalid_request'],
  [
    'RFC 6749 §5.2: an unknown grant',
    (grant) => ({ ...grant, grant_type: 'client_credentials' }),
    'unsupported_grant_type',
  ],
  ['RFC 6749 §5.2: a missing code', (grant) => without(grant, 'code'), 'invalid_request'],
  ['RFC 6749 §4.1.3: a missing client_id', (grant) => without(grant, 'client_id'), 'invalid_request'],
  ['RFC 6749 §5.2: an unknown code', (grant) => ({ ...grant, code: 'unknown' }), 'invalid_grant'],
  [
    "RFC 6749 §5.2: another client's code",
    (grant) => ({ ...grant, client_id: provider.otherClientId }),
    'invalid_grant',
  ],
  [
    'RFC 6749 §4.1.3: a redirect address that authorize did not get',
    (grant) => ({ ...grant, redirect_uri: 'http://127.0.0.1/callback' }),
    'invalid_grant',
  ],
  ['RFC 7636 §4.5: a missing verifier', (grant) => without(grant, 'code_verifier'), 'invalid_grant'],
  ['RFC 7636 §4.6: another verifier', (grant) => ({ ...grant, code_verifier: 'x'.repeat(43) }), 'invalid_grant'],
  [
    'RFC 7636 §4.6: the challenge instead of the verifier',
    (grant) => ({ ...grant, code_verifier: s256Challenge(grant['code_verifier'] ?? '') }),
    'invalid_grant',
  ],
])('%s is rejected and consumes no code', async (_rule, change, error) => {
  const { grant } = await provider.approve();
  const response = await exchange(change(grant));
  expect([response.status, response.body]).toEqual([400, { error, error_description: expect.any(String) }]);
  expect((await exchange(grant)).status).toBe(200);
});

test('RFC 6749 §4.1.3: the token request must repeat the redirect_uri of authorize', async () => {
  const redirect_uri = 'http://127.0.0.1:4711/callback';
  const { grant } = await provider.approve({ redirect_uri });
  for (const form of [without(grant, 'redirect_uri'), { ...grant, redirect_uri: 'http://127.0.0.1:4712/callback' }])
    expect((await exchange(form)).body['error']).toBe('invalid_grant');
  expect((await exchange(grant)).status).toBe(200);
});

test('RFC 6749 §4.1.2, RFC 9700 §4.5.3: a code redeemed again is 409 and revokes its tokens', async () => {
  const { grant, pollingCode } = await provider.approve();
  const { body } = await exchange(grant);
  expect((await provider.client.pollAuthorization({ body: { polling_code: pollingCode } })).status).toBe(409);
  const again = await exchange(grant);
  expect([again.status, again.body['error']]).toEqual([409, 'invalid_grant']);
  const headers = { authorization: `Bearer ${String(body['access_token'])}` };
  expect((await provider.send('GET', '/oauth/userinfo', { headers })).status).toBe(401);
  expect((await provider.refresh(String(body['refresh_token']))).body['error']).toBe('invalid_grant');
});

test('RFC 6749 §6: a refresh token of another client is rejected and not consumed', async () => {
  const { refreshToken } = await provider.signIn();
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: provider.otherClientId };
  expect((await exchange(form)).body['error']).toBe('invalid_grant');
  expect((await provider.refresh(refreshToken)).status).toBe(200);
});

test('RFC 9700 §4.14.2: refresh tokens rotate, and reuse of a used one revokes the family', async () => {
  const first = await provider.signIn();
  const second = String((await provider.refresh(first.refreshToken)).body['refresh_token']);
  const third = await provider.refresh(second);
  expect(third.status).toBe(200);
  expect(new Set([first.refreshToken, second, third.body['refresh_token']]).size).toBe(3);
  expect((await provider.refresh(first.refreshToken)).body['error']).toBe('invalid_grant');
  expect((await provider.refresh(String(third.body['refresh_token']))).body['error']).toBe('invalid_grant');
});

test('RFC 9700 §4.14.2: a refresh repeated after a lost response returns the same successor', async () => {
  const { refreshToken } = await provider.signIn();
  const [one, two] = [await provider.refresh(refreshToken), await provider.refresh(refreshToken)];
  expect(two.body['refresh_token']).toBe(one.body['refresh_token']);
});

test('RFC 7009 §2: revoking a refresh token ends its session, an access token only itself, an unknown token succeeds', async () => {
  const revoke = (token: string, client_id = provider.clientId) =>
    provider.send('POST', '/oauth/revoke', { form: { token, client_id } });
  const userinfo = async (token: string) =>
    (await provider.send('GET', '/oauth/userinfo', { headers: { authorization: `Bearer ${token}` } })).status;
  const one = await provider.signIn();
  expect([
    (await revoke(one.accessToken, provider.otherClientId)).body['error'],
    await userinfo(one.accessToken),
  ]).toEqual(['invalid_grant', 200]);
  expect([(await revoke(one.accessToken)).status, await userinfo(one.accessToken)]).toEqual([200, 401]);
  const next = await provider.refresh(one.refreshToken);
  expect(await userinfo(String(next.body['access_token']))).toBe(200);
  expect((await revoke(String(next.body['refresh_token']))).status).toBe(200);
  expect(await userinfo(String(next.body['access_token']))).toBe(401);
  expect((await provider.refresh(String(next.body['refresh_token']))).body['error']).toBe('invalid_grant');
  expect((await revoke('unknown')).status).toBe(200);
  expect((await provider.send('POST', '/oauth/revoke', { form: { client_id: provider.clientId } })).body['error']).toBe(
    'invalid_request',
  );
});

test('RFC 6749 §5.2: error_description is printable ASCII for any input', async () => {
  const response = await exchange({
    grant_type: 'authorization_code',
    'ü"\\': 'x',
    code: '"',
    client_id: 'ü',
    code_verifier: '\n',
  });
  expect(response.body['error_description']).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
});
