import { expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { demoProvider } from '../fixtures/platform.ts';
import { proof, startProvider, tokenProof } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

// Behind a proxy at a loopback address, on the embedded database with its demo provider, with all limits on.
const provider = useStarted(() =>
  startProvider({
    env: { TRUSTED_PROXIES: '127.0.0.1/32, ::1/128', RATE_LIMITS: 'on', DATABASE_URL: undefined },
  }),
);

const authorize = (headers: Record<string, string> = {}, changes: Record<string, string> = {}, method = 'GET') =>
  provider.send(method, `/oauth/authorize?${new URLSearchParams(provider.flow(changes).query).toString()}`, {
    headers,
  });

async function placeOf(headers: Record<string, string>) {
  const { body } = await authorize(headers);
  const requestId = String(body['deep_link']).split('/').at(-1) ?? '';
  return unwrap(await provider.owner.sso.getAuthorizationRequest({ path: { requestId } })).place.ipAddress;
}

test('sso: the client address is the last X-Forwarded-For entry that a configured proxy added', async () => {
  expect(await placeOf({})).toBe('127.0.0.1');
  expect(await placeOf({ 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9');
  expect(await placeOf({ 'x-forwarded-for': '198.51.100.1, 203.0.113.9' })).toBe('203.0.113.9');
  expect(await placeOf({ 'x-forwarded-for': '198.51.100.1, 203.0.113.9, 127.0.0.1' })).toBe('203.0.113.9');
});

test('sso: X-Forwarded-Host and -Proto change neither deep links nor the expected htu', async () => {
  const forwarded = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
  const { body } = await authorize(forwarded);
  expect(String(body['deep_link']).startsWith(`${provider.url}/approve/`)).toBe(true);
  const metadata = await provider.send('GET', '/.well-known/openid-configuration', { headers: forwarded });
  expect(metadata.body['issuer']).toBe(provider.url);

  const key = newKey();
  const { grant } = await provider.approve({ dpop_jkt: key.jkt });
  const elsewhere = await proof({ method: 'POST', url: 'https://evil.test/oauth/token' }, key);
  const exchange = (dpop: string) =>
    provider.send('POST', '/oauth/token', { form: grant, headers: { ...forwarded, dpop } });
  expect((await exchange(elsewhere)).body['error']).toBe('invalid_dpop_proof');
  expect((await exchange(await tokenProof(provider.url, key))).status).toBe(200);
});

test('RFC 10027: authorize over the limit of one address is 429 with Retry-After for that address only', async () => {
  const from = { 'x-forwarded-for': '203.0.113.77' };
  const responses = await Promise.all(Array.from({ length: 130 }, () => authorize(from)));
  const count = (status: number) => responses.filter((response) => response.status === status).length;
  expect([count(200), count(429)]).toEqual([120, 10]);
  const refused = await authorize(from);
  expect(refused.body).toEqual({ error: 'temporarily_unavailable', error_description: expect.any(String) });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await authorize({ 'x-forwarded-for': '203.0.113.78' })).status).toBe(200);

  // A waiting application keeps polling: clients give up on any other status than 200.
  const json = { polling_code: responses.find(({ status }) => status === 200)?.body['polling_code'] };
  const polls = await Promise.all(
    Array.from({ length: 100 }, () => provider.send('POST', '/oauth/poll', { json, headers: from })),
  );
  expect(new Set(polls.map(({ status, body }) => `${status} ${String(body['status'])}`))).toEqual(
    new Set(['200 pending']),
  );
});

test('RFC 9110 §9.3.2: authorize rejects HEAD because a GET has an effect', async () => {
  const response = await authorize({}, {}, 'HEAD');
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
  const { query } = provider.flow();
  const path = `/oauth/authorize?${new URLSearchParams(query).toString()}`;
  await provider.send('HEAD', path);
  // The rejected request did not consume its code challenge.
  expect((await provider.send('GET', path)).status).toBe(200);
});

test.each([
  'http://localhost',
  'http://localhost:1',
  'http://localhost:5173',
  'http://127.0.0.1:8080',
  'http://[::1]:65535',
  'https://localhost:5173',
  'https://127.0.0.1',
  'https://[::1]:8443',
])('sso: the demo provider allows the loopback origin %s', async (origin) => {
  const response = await authorize({ origin }, { client_id: demoProvider });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
});

test.each(['http://localhost.evil.test', 'http://127.0.0.2', 'http://example.com', 'null'])(
  'sso: the demo provider refuses the origin %s',
  async (origin) => {
    const response = await authorize({ origin }, { client_id: demoProvider });
    expect([response.status, response.body['error']]).toEqual([403, 'access_denied']);
  },
);

test.each(['http://localhost:4711/callback', 'http://127.0.0.1:4711/callback', 'http://localhost/callback'])(
  'sso: the demo provider redirects to %s',
  async (redirectUri) => {
    const response = await authorize(
      {},
      { client_id: demoProvider, response_mode: 'query', redirect_uri: redirectUri },
    );
    expect(response.status).toBe(303);
  },
);
