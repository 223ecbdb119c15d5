import { expect, test } from 'vitest';
import { createLocalJWKSet, jwtVerify } from 'jose';
import {
  adminKey,
  authorize,
  clientId,
  dpop,
  flow,
  form,
  issuer,
  otherClientId,
  poll,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  decide,
  enrol,
  refresh,
  requestUserinfo,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { bucketOf, bucketOfSecret } from '../../runtime/database/bucket.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const redirectUri = 'http://127.0.0.1:53117/callback';

test.each<[string, Record<string, string | undefined>, number, string]>([
  ...[
    'response_type',
    'response_mode',
    'client_id',
    'scope',
    'code_challenge',
    'code_challenge_method',
    'state',
    'nonce',
  ].map((name): [string, Record<string, string | undefined>, number, string] => [
    `${name} is missing`,
    { [name]: undefined },
    400,
    'invalid_request',
  ]),
  ['RFC 6749 §3.1: a parameter without a value counts as left out', { state: '' }, 400, 'invalid_request'],
  ['the challenge method is plain', { code_challenge_method: 'plain' }, 400, 'invalid_request'],
  ['the challenge has 42 characters', { code_challenge: 'a'.repeat(42) }, 400, 'invalid_request'],
  ['the challenge is padded', { code_challenge: `${'a'.repeat(43)}=` }, 400, 'invalid_request'],
  ['dpop_jkt has 44 characters', { dpop_jkt: 'a'.repeat(44) }, 400, 'invalid_request'],
  ['the response mode is another', { response_mode: 'form_post' }, 400, 'invalid_request'],
  ['the client is unknown', { client_id: '0'.repeat(32) }, 400, 'invalid_client'],
  ['client_id has another form', { client_id: 'my app' }, 400, 'invalid_client'],
  ['the response type is token', { response_type: 'token' }, 400, 'unsupported_response_type'],
  ['the scope lacks openid', { scope: 'profile' }, 400, 'invalid_scope'],
  ['openid is only part of a scope token', { scope: 'openids' }, 400, 'invalid_scope'],
  ['the redirect address is not registered', { redirect_uri: 'https://evil.test/callback' }, 400, 'invalid_request'],
  ['the redirect address has a fragment', { redirect_uri: 'https://app.test/callback#x' }, 400, 'invalid_request'],
  ['response_mode=query lacks redirect_uri', { response_mode: 'query' }, 400, 'invalid_request'],
])(
  'sso: authorize is rejected when %s [A55, A56, A57, A58, A59, A60, A61, A62, A63, A64]',
  async (_name, changes, status, error) => {
    const response = await authorize(sso, flow(changes).query);
    expect([response.statusCode, response.json()]).toEqual([status, { error, error_description: expect.any(String) }]);
    expect(response.headers['cache-control']).toBe('no-store');
  },
);

test.each(['state', 'client_id', 'something_else'])('RFC 6749 §3.1: authorize rejects a repeated %s', async (name) => {
  const query = new URLSearchParams(flow().query);
  query.append(name, 'one');
  query.append(name, 'two');
  const response = await sso.app.inject(`/oauth/authorize?${query.toString()}`);
  expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('RFC 6749 §3.1: authorize ignores unknown parameters and optional ones without a value', async () => {
  const response = await authorize(sso, flow({ prompt: 'login', redirect_uri: '', dpop_jkt: '' }).query);
  expect(response.statusCode).toBe(200);
});

test('sso: a code challenge works once across all applications [A65, A97]', async () => {
  const { query } = flow();
  expect((await authorize(sso, query)).statusCode).toBe(200);
  for (const client of [clientId, otherClientId, 'unknown']) {
    const response = await authorize(sso, { ...query, client_id: client });
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: 'code challenge already used' },
    ]);
  }
});

test('sso: a rejected authorize request does not consume its code challenge', async () => {
  const { query } = flow();
  expect((await authorize(sso, { ...query, client_id: 'unknown' })).statusCode).toBe(400);
  expect((await authorize(sso, query)).statusCode).toBe(200);
});

test('sso: link and polling code are different secrets of 43 characters, and no table stores them [A1, A5]', async () => {
  const response = (await authorize(sso, flow().query)).json<{ deep_link: string; polling_code: string }>();
  const link = response.deep_link.slice(`${issuer}/approve/`.length);
  expect([link, response.polling_code]).toEqual([
    expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  ]);
  expect(link).not.toBe(response.polling_code);
  const rows = JSON.stringify(await sso.db.selectFrom('sso.authorization_requests').selectAll().execute());
  expect([rows.includes(link), rows.includes(response.polling_code)]).toEqual([false, false]);
});

test('sso: link, polling code and code carry the bucket of the code challenge, and nothing else in common', async () => {
  const { query } = flow();
  const started = (await authorize(sso, query)).json<{ deep_link: string; polling_code: string }>();
  await decide(sso, (await enrol(sso)).device, started.deep_link, 'approve');
  const polled = (await poll(sso, started.polling_code)).json<{ authorization_code: string }>();
  const secrets = [started.deep_link.slice(-43), started.polling_code, polled.authorization_code];
  expect(secrets.map(bucketOfSecret)).toEqual(secrets.map(() => bucketOf(query['code_challenge'] ?? '')));
  expect(new Set(secrets.map((secret) => secret.slice(2, 6))).size).toBe(3);
});

test.each([
  ['no Origin', undefined, 200],
  ['an allowed origin', 'https://app.test', 200],
  ['an allowed loopback host, any port', 'http://localhost:5173', 200],
  ["another application's origin", 'https://other.test', 403],
  ['an opaque origin', 'null', 403],
])('sso: authorize checks the Origin header: %s', async (_name, origin, status) => {
  const response = await authorize(sso, flow().query, origin === undefined ? {} : { origin });
  expect(response.statusCode).toBe(status);
  if (status === 403) {
    expect(response.json()).toEqual({ error: 'access_denied', error_description: `Origin not allowed: ${origin}` });
  } else expect(response.headers['access-control-allow-origin']).toBe(origin);
});

test('sso: response_mode=query redirects to the approval page, and the code of the link is exchanged for tokens', async () => {
  const attempt = flow({ response_mode: 'query', redirect_uri: redirectUri });
  const response = await authorize(sso, attempt.query);
  expect(response.statusCode).toBe(303);
  expect(response.headers.location).toMatch(/^http:\/\/localhost:4001\/approve\/[A-Za-z0-9_-]{43}$/);
});

test('RFC 6749 §4.1.3: redirect_uri at the token endpoint must equal that of authorize, or be omitted in both', async () => {
  const sent = await approvedCode(sso, { redirect_uri: redirectUri });
  for (const changed of [undefined, 'http://127.0.0.1:53118/callback']) {
    const { redirect_uri: _, ...grant } = sent.grant;
    const response = await form(sso, '/oauth/token', {
      ...grant,
      ...(changed !== undefined && { redirect_uri: changed }),
    });
    expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
  }
  expect((await form(sso, '/oauth/token', sent.grant)).statusCode).toBe(200);

  const left = await approvedCode(sso);
  const response = await form(sso, '/oauth/token', { ...left.grant, redirect_uri: redirectUri });
  expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
});

test('RFC 6749 §5.1: the token response names the scope when less was granted than requested', async () => {
  const { grant } = await approvedCode(sso, { scope: 'profile openid email' });
  expect((await form(sso, '/oauth/token', grant)).json<Tokens>().scope).toBe('openid profile');
});

test('sso: a disabled application cannot start or finish a sign-in', async () => {
  const key = newKey();
  const { grant } = await approvedCode(sso, { client_id: otherClientId, dpop_jkt: key.jkt });
  const disabled = await sso.app.inject({
    method: 'POST',
    url: `/api/v1/providers/${otherClientId}/disable`,
    headers: { authorization: `Bearer ${adminKey}` },
  });
  expect(disabled.statusCode).toBe(200);
  expect((await authorize(sso, flow({ client_id: otherClientId }).query)).json()).toMatchObject({
    error: 'invalid_client',
  });
  const response = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) });
  expect([response.statusCode, response.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
});

test('sso: a DPoP-bound sign-in, from authorize to userinfo and refresh [A1, A2, A8, A10, A46, A48, A50, A51, A72, A95, A99]', async () => {
  const key = newKey();
  const { grant, pollingCode, sub, nonce } = await approvedCode(sso, { dpop_jkt: key.jkt });
  const again = await poll(sso, pollingCode);
  expect(again.json()).toEqual({
    status: 'authorized',
    authorization_code: grant['code'],
    state: 'state-of-the-call',
    iss: issuer,
  });

  const response = await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) });
  expect([response.statusCode, response.headers['cache-control'], response.headers['pragma']]).toEqual([
    200,
    'no-store',
    'no-cache',
  ]);
  const tokens = response.json<Tokens>();
  expect({ ...tokens, access_token: '', id_token: '', refresh_token: '' }).toEqual({
    access_token: '',
    id_token: '',
    refresh_token: '',
    token_type: 'DPoP',
    expires_in: 900,
  });

  const keySet = createLocalJWKSet((await sso.app.inject('/oauth/jwks')).json());
  const expected = { issuer, algorithms: ['RS256'], currentDate: sso.now() };
  const access = await jwtVerify(tokens.access_token, keySet, { ...expected, audience: issuer, typ: 'at+jwt' });
  expect(access.payload).toMatchObject({
    sub,
    aud: [clientId, issuer],
    client_id: clientId,
    scope: 'openid',
    cnf: { jkt: key.jkt },
  });
  const id = await jwtVerify(tokens.id_token, keySet, { ...expected, audience: clientId, typ: 'JWT' });
  expect(id.payload).toMatchObject({ sub, aud: clientId, nonce, cnf: { jkt: key.jkt } });
  expect((id.payload.exp ?? 0) - (id.payload.iat ?? 0)).toBe(3600);

  expect((await requestUserinfo(sso, tokens.access_token, key)).json()).toEqual({ sub, aud: clientId });
  expect((await requestUserinfo(sso, tokens.access_token, key, 'POST')).json()).toEqual({ sub, aud: clientId });

  sso.advance(60);
  const refreshed = await refresh(sso, tokens.refresh_token, key);
  expect(refreshed.statusCode).toBe(200);
  const { claims } = decode(refreshed.json<Tokens>().id_token);
  expect(claims).toMatchObject({ sub, cnf: { jkt: key.jkt }, auth_time: id.payload['auth_time'] });
  expect(claims).not.toHaveProperty('nonce');
  expect(refreshed.json<Tokens>().refresh_token).not.toBe(tokens.refresh_token);

  const expired = await poll(sso, pollingCode);
  expect([expired.statusCode, expired.json()]).toEqual([
    409,
    { error: 'invalid_grant', error_description: 'The authorization code was redeemed before.' },
  ]);
});

test('sso: an unbound sign-in issues Bearer tokens', async () => {
  const { grant, sub } = await approvedCode(sso);
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  expect(tokens.token_type).toBe('Bearer');
  expect(decode(tokens.access_token).claims).not.toHaveProperty('cnf');
  expect((await requestUserinfo(sso, tokens.access_token)).json()).toEqual({ sub, aud: clientId });
});

test('sso poll: pending carries Retry-After, rejected and expired carry state and iss [A6, A7, A9, A44, A49, A67, A100]', async () => {
  const attempt = flow();
  const { deep_link, polling_code, expired_at } = (await authorize(sso, attempt.query)).json<{
    deep_link: string;
    polling_code: string;
    expired_at: number;
  }>();
  expect(expired_at).toBe(Math.floor(sso.clock.now.getTime() / 1000) + 300);
  const pending = await poll(sso, polling_code);
  expect([pending.json(), pending.headers['retry-after']]).toEqual([{ status: 'pending' }, '5']);
  const early = await poll(sso, polling_code);
  expect([early.json(), early.headers['retry-after']]).toEqual([{ status: 'pending' }, '10']);
  const { device } = await enrol(sso);
  await decide(sso, device, deep_link, 'reject');
  expect((await poll(sso, polling_code)).json()).toEqual({ status: 'rejected', state: attempt.state, iss: issuer });

  const late = (await authorize(sso, flow().query)).json<{ polling_code: string }>();
  sso.advance(300);
  expect((await poll(sso, late.polling_code)).json()).toEqual({ status: 'expired', state: attempt.state, iss: issuer });
});

test.each<[number, string, unknown[]]>([
  [404, 'not_found', ['A'.repeat(43), 'x', 'a b', 'x'.repeat(256)].map((polling_code) => ({ polling_code }))],
  [400, 'invalid_request', [{}, { polling_code: 1 }, { polling_code: '' }, { polling_code: 'x', more: 1 }, []]],
])('sso poll: %d %s for a code that is unknown or no code [A47, A68, A98]', async (status, error, bodies) => {
  for (const payload of bodies as object[]) {
    const response = await sso.app.inject({ method: 'POST', url: '/oauth/poll', payload });
    expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([status, error]);
  }
});

test('sso: an expired authorization code is rejected, and poll reports expired [A44, A101]', async () => {
  const { grant, pollingCode } = await approvedCode(sso);
  sso.advance(300);
  expect((await poll(sso, pollingCode)).json()).toMatchObject({ status: 'expired' });
  const response = await form(sso, '/oauth/token', grant);
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, 'invalid_grant']);
});
