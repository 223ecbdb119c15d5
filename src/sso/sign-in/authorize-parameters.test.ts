import { expect, test } from 'vitest';
import {
  adminKey,
  authorize,
  flow,
  form,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  sendAsDevice,
  enrol,
  signIn,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

const redirectUri = 'https://app.test/callback';
type Changes = Record<string, string | undefined>;
const redirecting = (changes: Changes = {}) => flow({ response_mode: 'query', redirect_uri: redirectUri, ...changes });

/** The response parameters of a redirect to the application; undefined for every other response. */
function redirected({ statusCode, headers }: { statusCode: number; headers: { location?: unknown } }) {
  const location = String(headers.location);
  if (statusCode !== 303 || !location.startsWith(`${redirectUri}?`)) return undefined;
  return Object.fromEntries(new URL(location).searchParams);
}

const approvalPage = /^http:\/\/localhost:4001\/approve\/[A-Za-z0-9_-]{43}$/;

test('OpenID Connect Core §3.1.2.1: without response_mode a request with redirect_uri is redirected', async () => {
  const { query } = redirecting({ response_mode: undefined, nonce: undefined, state: undefined });
  const response = await authorize(sso, query);
  expect([response.statusCode, response.headers.location]).toEqual([303, expect.stringMatching(approvalPage)]);
});

test('sso: without response_mode and redirect_uri the error names both modes', async () => {
  const response = await authorize(sso, flow({ response_mode: undefined }).query);
  expect([response.statusCode, response.json()]).toEqual([
    400,
    {
      error: 'invalid_request',
      error_description:
        'response_mode is missing: send json to poll, or query with a redirect_uri to redirect the browser.',
    },
  ]);
});

test.each(['scope', 'code_challenge', 'state', 'nonce'])(
  'sso: %s is required with response_mode=json',
  async (name) => {
    const response = await authorize(sso, flow({ [name]: undefined }).query);
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: `${name} is required with response_mode=json.` },
    ]);
  },
);

test('sso: with response_mode=query a request without state and nonce is stored without them', async () => {
  const { query } = redirecting({ nonce: undefined, state: undefined });
  expect((await authorize(sso, query)).statusCode).toBe(303);
  const row = await sso.db
    .selectFrom('sso.authorization_requests')
    .select(['state', 'nonce'])
    .where('code_challenge', '=', query['code_challenge'] ?? '')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ state: null, nonce: null });
});

test.each([
  [4096, 200],
  [4097, 400],
])('sso: a state of %d characters gets %d', async (length, status) => {
  expect((await authorize(sso, flow({ state: 's'.repeat(length) }).query)).statusCode).toBe(status);
});

test('sso authorizeByPost: parameters are read from the form and not from the query (OpenID Connect Core §3.1.2.1)', async () => {
  const { query } = redirecting();
  const response = await form(sso, '/oauth/authorize?client_id=other&client_id=twice', query, {
    origin: 'https://app.test',
  });
  expect([response.statusCode, response.headers.location]).toEqual([303, expect.stringMatching(approvalPage)]);
  expect(String(response.headers['set-cookie'])).toMatch(/^sso_request_/);

  const json = await form(sso, '/oauth/authorize', flow().query);
  expect([json.statusCode, json.json()]).toEqual([200, expect.objectContaining({ polling_code: expect.any(String) })]);
});

test.each([
  ['query', 'https://page-of-the-application.test', 303],
  ['json', 'https://page-of-the-application.test', 403],
  ['json', 'https://app.test', 200],
])('sso: POST authorize with response_mode=%s from %s gets %d', async (mode, origin, status) => {
  const { query } = redirecting({ response_mode: mode });
  expect((await form(sso, '/oauth/authorize', query, { origin })).statusCode).toBe(status);
});

test('RFC 6749 §3.1: POST authorize treats empty parameters as omitted and rejects repeated parameters', async () => {
  const { query } = redirecting();
  expect((await form(sso, '/oauth/authorize', { ...query, prompt: '', unknown: 'x' })).statusCode).toBe(303);
  const repeated = new URLSearchParams(redirecting().query);
  repeated.append('scope', 'openid');
  const response = await sso.app.inject({
    method: 'POST',
    url: '/oauth/authorize',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: repeated.toString(),
  });
  expect(redirected(response)).toMatchObject({ error: 'invalid_request', state: 'state-of-the-call' });
});

const rejections: [string, Changes, string][] = [
  ['response_type is missing', { response_type: undefined }, 'invalid_request'],
  ['response_type is id_token', { response_type: 'id_token' }, 'unsupported_response_type'],
  ['response_mode is fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['scope lacks openid', { scope: 'profile' }, 'invalid_scope'],
  ['code_challenge is missing', { code_challenge: undefined }, 'invalid_request'],
  ['code_challenge_method is plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['dpop_jkt is malformed', { dpop_jkt: 'x' }, 'invalid_request'],
  ['prompt is none', { prompt: 'none' }, 'login_required'],
  ['prompt is none together with login', { prompt: 'none login' }, 'invalid_request'],
  ['prompt is unknown', { prompt: 'create' }, 'invalid_request'],
  ['max_age is negative', { max_age: '-1' }, 'invalid_request'],
  ['id_token_hint is no token', { id_token_hint: 'abc' }, 'invalid_request'],
  ['request is sent', { request: 'e30.e30.' }, 'request_not_supported'],
  ['request_uri is sent', { request_uri: 'https://app.test/request.jwt' }, 'request_uri_not_supported'],
  ['registration is sent', { registration: '{}' }, 'registration_not_supported'],
];
test.each(rejections)('RFC 6749 §4.1.2.1: the error is redirected when %s', async (_name, changes, error) => {
  const { query } = redirecting(changes);
  for (const response of [await authorize(sso, query), await form(sso, '/oauth/authorize', query)]) {
    expect(redirected(response)).toEqual({
      error,
      error_description: expect.any(String),
      state: 'state-of-the-call',
      iss: issuer,
    });
    expect(response.headers['cache-control']).toBe('no-store');
  }
});

test('RFC 6749 §4.1.2.1: the error for a used code challenge is redirected, without state if the request had none', async () => {
  const { query } = redirecting({ state: undefined });
  expect((await authorize(sso, query)).statusCode).toBe(303);
  expect(redirected(await authorize(sso, query))).toEqual({
    error: 'invalid_request',
    error_description: 'code challenge already used',
    iss: issuer,
  });
});

test.each<[string, Changes, string]>([
  ['the client is unknown', { client_id: '0'.repeat(32) }, 'invalid_client'],
  ['the client is missing', { client_id: undefined }, 'invalid_request'],
  ['the redirect address is not registered', { redirect_uri: 'https://evil.test/callback' }, 'invalid_request'],
  ['the redirect address is missing', { redirect_uri: undefined, scope: 'x' }, 'invalid_scope'],
])('RFC 6749 §4.1.2.1: nothing is redirected when %s', async (_name, changes, error) => {
  const { query } = redirecting(changes);
  const response = await authorize(sso, query);
  expect([response.statusCode, response.headers.location, response.json<{ error: string }>().error]).toEqual([
    400,
    undefined,
    error,
  ]);
});

test.each(['client_id', 'redirect_uri', 'response_mode'])(
  'RFC 6749 §3.1: a request with two values of %s is never redirected',
  async (name) => {
    const query = new URLSearchParams(redirecting().query);
    query.append(name, query.get(name) ?? '');
    const response = await sso.app.inject(`/oauth/authorize?${query.toString()}`);
    expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
  },
);

test('sso: an error of a disabled application is not redirected', async () => {
  const disabled = await startSso();
  await disabled.app.inject({
    method: 'POST',
    url: `/api/v1/providers/${otherClientId}/disable`,
    headers: { authorization: `Bearer ${adminKey}` },
  });
  const { query } = redirecting({ client_id: otherClientId, scope: 'x' });
  const response = await authorize(disabled, query);
  expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
  await disabled.close();
});

test.each(rejections.filter(([, changes]) => changes['response_mode'] === undefined))(
  'sso: with response_mode=json an error is never redirected: %s',
  async (_name, changes, error) => {
    const { query } = flow({ redirect_uri: redirectUri, ...changes });
    const response = await authorize(sso, query);
    expect([response.statusCode, response.headers.location, response.json<{ error: string }>().error]).toEqual([
      400,
      undefined,
      error,
    ]);
  },
);

test.each(['sec-purpose', 'purpose', 'x-moz'])(
  'sso: a prefetch (%s) does not consume the code challenge',
  async (name) => {
    const { query } = redirecting();
    const headers = { [name]: 'prefetch;prerender', accept: 'text/html' };
    const prefetch = await authorize(sso, query, headers);
    expect([prefetch.statusCode, prefetch.headers.location]).toEqual([400, undefined]);
    expect((await authorize(sso, query)).statusCode).toBe(303);
  },
);

test.each(['login', 'consent', 'select_account', 'login consent'])(
  'OpenID Connect Core §3.1.2.1: prompt=%s shows the approval page',
  async (prompt) => {
    const response = await authorize(
      sso,
      redirecting({ prompt, max_age: '0', login_hint: 'jane', acr_values: '1' }).query,
    );
    expect(response.headers.location).toMatch(approvalPage);
  },
);

test('OpenID Connect Core §3.1.2.1: ui_locales reaches the approval page', async () => {
  const response = await authorize(sso, redirecting({ ui_locales: 'de-CH&x en' }).query);
  const location = new URL(response.headers.location ?? '');
  expect(location.origin + location.pathname).toMatch(approvalPage);
  expect([...location.searchParams]).toEqual([['ui_locales', 'de-CH&x en']]);
});

test('OpenID Connect Core §3.1.2.1: with an id_token_hint, also an expired one, only its subject may approve', async () => {
  const { id_token: hint, device } = await signIn(sso);
  sso.advance(30 * 86_400);
  const other = await enrol(sso);
  for (const [approver, status] of [
    [other.device, 409],
    [device, 200],
  ] as const) {
    const attempt = flow({ id_token_hint: hint });
    const { deep_link: link } = (await authorize(sso, attempt.query)).json<{ deep_link: string }>();
    const decided = await sendAsDevice(
      sso,
      approver,
      'POST',
      `/api/v1/owner/requests/${link.split('/').at(-1)}/decision`,
      { decision: 'approve', clientId: attempt.query['client_id'], dpopJkt: null },
    );
    expect(decided.statusCode).toBe(status);
    if (status === 409) expect(decided.json()).toMatchObject({ error: 'owner_mismatch' });
  }
});

test('sso: the id_token_hint of another application is rejected', async () => {
  const { grant } = await approvedCode(sso, { client_id: otherClientId });
  const { id_token: hint } = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  expect(redirected(await authorize(sso, redirecting({ id_token_hint: hint }).query))).toMatchObject({
    error: 'invalid_request',
  });
  const { access_token: accessToken } = await signIn(sso);
  expect(decode(accessToken).header['typ']).toBe('at+jwt');
  expect(redirected(await authorize(sso, redirecting({ id_token_hint: accessToken }).query))).toMatchObject({
    error: 'invalid_request',
  });
});
