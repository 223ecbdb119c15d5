import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { audience, startBackend } from '../fixtures/backend.ts';
import { useStarted } from '../fixtures/use-started.ts';

const backend = useStarted(startBackend);

const getMe = (authorization?: string) =>
  backend.send('GET', '/api/me', authorization === undefined ? {} : { authorization });
const sub = () => randomBytes(16).toString('hex');

test('backend: getMe creates the user on the first call and updates updatedAt on every call [D1, D33]', async () => {
  const platformId = sub();
  const token = await backend.token({ sub: platformId });
  const first = await getMe(`Bearer ${token}`);
  const second = await getMe(`bEaReR ${token}`);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({ platformId });
  const [before, after] = [first.body, second.body] as Record<'id' | 'createdAt' | 'updatedAt', string>[];
  expect(before?.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(after).toMatchObject({ id: before?.id, createdAt: before?.createdAt });
  expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.parse(before?.updatedAt ?? ''));
});

test('backend: concurrent first calls create one user', async () => {
  const buyer = await backend.buyer();
  const responses = await Promise.all(Array.from({ length: 30 }, () => buyer.getMe()));
  const ids = new Set(responses.map((response) => (response.status === 200 ? response.body.id : response.status)));
  expect(ids.size).toBe(1);
});

test.each([
  ['an opaque sub', 'user|7'],
  ['a sub of 255 characters', 'x'.repeat(255)],
  ['a sub in any script', 'Ж世界😀'],
])('backend: the user is identified by the sub of the token: %s', async (_what, platformId) => {
  const response = await getMe(`Bearer ${await backend.token({ sub: platformId })}`);
  expect(response.body).toMatchObject({ platformId });
});

const seconds = Math.floor(Date.now() / 1000);
type InvalidTokens = readonly (readonly [what: string, token: () => string | Promise<string>])[];

const invalid: InvalidTokens = [
  ['three segments of junk', () => 'a.b.c'],
  ['one segment', () => 'junk'],
  ['five segments', async () => `${await backend.token()}.a.b`],
  ['base64 padding', async () => `${await backend.token()}==`],
  ['a changed claim', async () => swapSegment(await backend.token(), 1, await backend.token({ sub: 'x' }))],
  ['a changed signature', async () => swapSegment(await backend.token(), 2, await backend.token())],
  ['no signature', async () => `${(await backend.token()).split('.').slice(0, 2).join('.')}.`],
  ['alg none', async () => unsigned(await backend.token())],
  ['another audience', () => backend.token({ aud: 'another-audience' })],
  ['the audience in a list without it', () => backend.token({ aud: ['another-audience', 'x'] })],
  ['no audience', () => backend.token({ aud: undefined })],
  ['another issuer', () => backend.token({ iss: 'https://sso.example' })],
  ['no issuer', () => backend.token({ iss: undefined })],
  ['no exp', () => backend.token({ exp: undefined })],
  ['an exp that is text', () => backend.token({ exp: 'never' })],
  ['an nbf in the future', () => backend.token({ nbf: seconds + 3600 })],
  ['no client_id', () => backend.token({ client_id: undefined })],
  ['no jti', () => backend.token({ jti: undefined })],
  ['no iat', () => backend.token({ iat: undefined })],
  ['no sub', () => backend.token({ sub: undefined })],
  ['an empty sub', () => backend.token({ sub: '' })],
  ['a sub that is a number', () => backend.token({ sub: 7 })],
  ['a sub of 256 characters', () => backend.token({ sub: 'x'.repeat(256) })],
  ['a NUL character in sub', () => backend.token({ sub: 'a\0b' })],
  ['the typ of an id_token', () => backend.token({}, { typ: 'JWT' })],
  ['no typ', () => backend.token({}, { typ: undefined })],
  ['a kid that is not in the key set', () => backend.token({}, { kid: 'unknown' })],
  ['no kid', () => backend.token({}, { kid: undefined })],
  ['a header that demands an extension', () => backend.token({}, { b64: true, crit: ['b64'] })],
  ['12,000 characters', () => 'x'.repeat(12_000)],
];

test.each(invalid)('backend: an access token with %s is 401 Invalid token', async (_what, token) => {
  const response = await getMe(`Bearer ${await token()}`);
  expect(response).toMatchObject({ status: 401, body: { error: 'Invalid token' } });
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
});

test('backend: a token with several audiences is accepted when one is the backend [D38]', async () => {
  expect((await getMe(`Bearer ${await backend.token({ aud: ['x', audience] })}`)).status).toBe(200);
});

test('backend: an expired token is 401 Token expired', async () => {
  const response = await getMe(`Bearer ${await backend.token({ exp: seconds - 1 })}`);
  expect(response).toMatchObject({ status: 401, body: { error: 'Token expired' } });
});

test('backend: an expired token for another audience is Invalid token, not Token expired', async () => {
  const response = await getMe(`Bearer ${await backend.token({ exp: seconds - 1, aud: 'another-audience' })}`);
  expect(response.body).toEqual({ error: 'Invalid token' });
});

test.each([undefined, '', 'Bearer', 'Basic dXNlcjpwYXNz', 'Bearertoken'])(
  'backend: the Authorization header %j is 401 Missing authorization token, with a challenge for each scheme [D38]',
  async (authorization) => {
    const response = await getMe(authorization);
    expect(response).toMatchObject({ status: 401, body: { error: 'Missing authorization token' } });
    const challenge = response.headers.get('www-authenticate') ?? '';
    const metadata = `resource_metadata="${backend.url}/.well-known/oauth-protected-resource"`;
    expect(challenge).toBe(
      `Bearer ${metadata}, scope="openid payments", DPoP algs="EdDSA Ed25519 ES256", ${metadata}, scope="openid payments"`,
    );
  },
);

test.each(['Bearer a b', 'Bearer a,b', 'Bearer {"a":1}', 'Bearer ä'])(
  'backend: the malformed Authorization header %j is 401 Invalid token',
  async (value) => {
    expect(await getMe(value)).toMatchObject({ status: 401, body: { error: 'Invalid token' } });
  },
);

test.each(['/api/me', '/api/transactions?limit=0'])(
  'backend: %s checks the token before the parameters',
  async (path) => {
    expect((await backend.send('GET', path)).status).toBe(401);
  },
);

test('backend: the token is checked before the body', async () => {
  const junk = await backend.send('POST', '/api/invoices', { 'content-type': 'text/plain' }, 'x'.repeat(200_000));
  expect(junk).toMatchObject({ status: 401, body: { error: 'Missing authorization token' } });
});

test('RFC 9449 §7.2: a bound token under Bearer is rejected with a DPoP challenge', async () => {
  const { accessToken } = await backend.agent();
  const response = await getMe(`Bearer ${accessToken}`);
  expect(response).toMatchObject({ status: 401, body: { error: 'Invalid token' } });
  expect(response.headers.get('www-authenticate')).toMatch(
    /^Bearer error="invalid_token".*, DPoP algs="EdDSA Ed25519 ES256"/,
  );
});

test('RFC 9449 §7.1: a bound token with a proof and a Bearer token with the same sub are one user', async () => {
  const agent = await backend.agent();
  const bound = await backend.send('GET', '/api/me', await agent.headers('GET', `${backend.url}/api/me`));
  expect(bound).toMatchObject({ status: 200, body: { platformId: agent.sub } });
  const bearer = await getMe(`Bearer ${await backend.token({ sub: agent.sub })}`);
  expect(bearer.body).toMatchObject({ id: (bound.body as { id: string }).id });
});

test('RFC 9449 §11.1: one proof in concurrent requests is accepted once', async () => {
  const agent = await backend.agent();
  const headers = await agent.headers('GET', `${backend.url}/api/me`);
  const responses = await Promise.all(Array.from({ length: 10 }, () => backend.send('GET', '/api/me', headers)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(9);
});

const wrongProofs: readonly (readonly [
  what: string,
  change: { readonly method?: string; readonly path?: string; readonly now?: number; readonly accessToken?: string },
])[] = [
  ['a proof for another method', { method: 'POST' }],
  ['a proof for another address', { path: '/api/transactions' }],
  ['a stale proof', { now: seconds - 3600 }],
  ['a proof for another token', { accessToken: 'a.b.c' }],
];

test.each(wrongProofs)(
  'RFC 9449 §4.3: %s is 401 Invalid token',
  async (_what, { method = 'GET', path = '/api/me', ...rest }) => {
    const agent = await backend.agent();
    const dpop = await agent.proof({ method, url: `${backend.url}${path}`, ...rest });
    const response = await backend.send('GET', '/api/me', { authorization: `DPoP ${agent.accessToken}`, dpop });
    expect(response).toMatchObject({ status: 401, body: { error: 'Invalid token' } });
    expect(response.headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_token"/);
  },
);

test('RFC 9449 §7.1: the DPoP scheme without a proof or with an unbound token is rejected', async () => {
  const agent = await backend.agent();
  const proofless = await backend.send('GET', '/api/me', { authorization: `DPoP ${agent.accessToken}` });
  expect(proofless).toMatchObject({ status: 401, body: { error: 'Invalid token' } });
  const accessToken = await backend.token();
  const dpop = await agent.proof({ method: 'GET', url: `${backend.url}/api/me`, accessToken });
  const unbound = await backend.send('GET', '/api/me', { authorization: `DPoP ${accessToken}`, dpop });
  expect(unbound).toMatchObject({ status: 401, body: { error: 'Invalid token' } });
});

test('RFC 9449 §7.1: an expired bound token is 401 Token expired', async () => {
  const agent = await backend.issuer.agent({ claims: { aud: audience, exp: seconds - 1 } });
  const response = await backend.send('GET', '/api/me', await agent.headers('GET', `${backend.url}/api/me`));
  expect(response).toMatchObject({ status: 401, body: { error: 'Token expired' } });
});

function swapSegment(token: string, index: number, other: string): string {
  const segments = token.split('.');
  segments[index] = other.split('.')[index] ?? '';
  return segments.join('.');
}

function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  return `${header}.${token.split('.')[1]}.`;
}
