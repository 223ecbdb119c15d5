import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { basicHeader } from '../fixtures/confidential-client.ts';
import { decode, type RunningProvider, type ParsedResponse, startProvider } from '../fixtures/sso.ts';

let provider: RunningProvider;
let closed: RunningProvider;
beforeAll(async () => {
  provider = await startProvider({ env: { CLIENT_REGISTRATION: 'open' } });
  closed = await startProvider({ env: { CLIENT_REGISTRATION: 'metadata' } });
});
afterAll(async () => {
  await provider?.stop();
  await closed?.stop();
});

const redirectUri = 'http://127.0.0.1/callback';
const metadata = { client_name: 'Night Shift Bot', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
const register = (json: unknown, to = provider) => to.send('POST', '/oauth/register', { json });
const outcome = ({ status, body }: ParsedResponse) => [status, body['error']];
const countClients = async () => {
  const headers = { authorization: `Bearer ${provider.platform.adminKey}` };
  const { body } = await provider.send('GET', '/api/v1/providers?limit=100', { headers });
  return (body['providers'] as readonly unknown[]).length;
};

/** Sends a body as it is. */
async function sendRaw(body: string, contentType = 'application/json'): Promise<unknown[]> {
  const headers = { 'content-type': contentType };
  const response = await fetch(`${provider.url}/oauth/register`, { method: 'POST', headers, body });
  const { error }: { error?: string } = await response.json();
  return [response.status, error];
}

async function signIn(credentials: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const { grant } = await provider.approve({ client_id: credentials['client_id'] });
  return provider.send('POST', '/oauth/token', { form: { ...grant, ...credentials }, headers });
}

test('RFC 8414 §2: the metadata names the registration endpoint when it is open, and only then', async () => {
  const path = '/.well-known/oauth-authorization-server';
  expect((await provider.send('GET', path)).body['registration_endpoint']).toBe(`${provider.url}/oauth/register`);
  expect((await closed.send('GET', path)).body).not.toHaveProperty('registration_endpoint');
});

test('RFC 7591 §3.2.1: a registration is 201 with a client_id, all registered metadata, and no-store', async () => {
  const response = await register({ ...metadata, contacts: ['a@bot.example'], software_id: 'x' });
  expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect(response.body).toEqual({
    ...metadata,
    client_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    client_id_issued_at: expect.any(Number),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    post_logout_redirect_uris: [],
    subject_type: 'public',
  });
  expect(Math.abs(Number(response.body['client_id_issued_at']) - Date.now() / 1000)).toBeLessThan(60);
});

test('RFC 7591 §1.3: a registered client signs a person in, with tokens for itself only', async () => {
  const { body } = await register(metadata);
  const clientId = String(body['client_id']);
  const tokens = await signIn({ client_id: clientId });
  expect(tokens.status).toBe(200);
  expect(decode(String(tokens.body['access_token'])).claims['aud']).toEqual([clientId]);
});

test('RFC 7591 §3.2.1: a client with a secret gets it once, and has to send it', async () => {
  const { token_endpoint_auth_method: _none, ...unnamed } = metadata;
  const { body } = await register(unnamed);
  expect(body).toMatchObject({ token_endpoint_auth_method: 'client_secret_basic', client_secret_expires_at: 0 });
  const credentials = { client_id: String(body['client_id']), client_secret: String(body['client_secret']) };
  const { client_id } = credentials;
  expect(outcome(await signIn({ client_id }))).toEqual([401, 'invalid_client']);
  expect((await signIn({ client_id }, basicHeader(credentials))).status).toBe(200);
  const headers = { authorization: `Bearer ${provider.platform.adminKey}` };
  const shown = await provider.send('GET', `/api/v1/providers/${client_id}`, { headers });
  expect(JSON.stringify(shown.body)).not.toContain(credentials.client_secret);
});

test('RFC 7591 §3.1: every registration is a client of its own', async () => {
  const [one, other] = [await register(metadata), await register(metadata)];
  expect(one.body['client_id']).not.toBe(other.body['client_id']);
});

test('RFC 7591 §2: jwks and jwks_uri exclude each other, and private_key_jwt needs one of them', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const method = { ...metadata, token_endpoint_auth_method: 'private_key_jwt' };
  const jwks = { keys: [await exportJWK(publicKey)] };
  const jwks_uri = 'https://1.1.1.1/keys.json';
  expect((await register({ ...method, jwks })).body).toMatchObject({ jwks });
  expect((await register({ ...method, jwks_uri })).body).toMatchObject({ jwks_uri });
  const refused = [400, 'invalid_client_metadata'];
  expect(outcome(await register(method))).toEqual(refused);
  expect(outcome(await register({ ...method, jwks, jwks_uri }))).toEqual(refused);
  expect(outcome(await register({ ...method, jwks: { keys: [await exportJWK(privateKey)] } }))).toEqual(refused);
});

test('RFC 7591 §5: addresses that the provider would call are public', async () => {
  for (const uri of [
    'https://127.0.0.1/keys',
    'https://[::1]/keys',
    'https://169.254.169.254/latest',
    'http://1.1.1.1/keys',
  ])
    for (const member of [
      { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: uri },
      { backchannel_logout_uri: uri },
    ])
      expect([uri, ...outcome(await register({ ...metadata, ...member }))]).toEqual([
        uri,
        400,
        'invalid_client_metadata',
      ]);
});

test('RFC 7591 §3.2.2: a closed endpoint is 403 access_denied', async () => {
  expect(outcome(await register(metadata, closed))).toEqual([403, 'access_denied']);
});

const long = 'a'.repeat(5_000);
const wrong = 'invalid_client_metadata';
test.each<[string, object, string]>([
  ['redirect_uris missing', { redirect_uris: undefined }, 'invalid_redirect_uri'],
  ['redirect_uris empty', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['redirect_uris null', { redirect_uris: null }, 'invalid_redirect_uri'],
  ['redirect_uris of the wrong type', { redirect_uris: redirectUri }, 'invalid_redirect_uri'],
  ['an empty redirect URI', { redirect_uris: [''] }, 'invalid_redirect_uri'],
  ['an oversized redirect URI', { redirect_uris: [`https://a.example/${long}`] }, 'invalid_redirect_uri'],
  ['too many redirect URIs', { redirect_uris: Array(21).fill('https://a.example/') }, 'invalid_redirect_uri'],
  ['a redirect URI with a fragment', { redirect_uris: ['https://a.example/#x'] }, 'invalid_redirect_uri'],
  ['a script as redirect URI', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  ['plain http on another host', { redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri'],
  ['client_name empty', { client_name: '' }, wrong],
  ['client_name oversized', { client_name: long }, wrong],
  ['client_name of the wrong type', { client_name: { en: 'Bot' } }, wrong],
  ['client_name with text that reorders', { client_name: 'Bank\u202e' }, wrong],
  ['grant_types empty', { grant_types: [] }, wrong],
  ['grant_types of the wrong type', { grant_types: 'authorization_code' }, wrong],
  ['an unknown grant', { grant_types: ['password'] }, wrong],
  ['an unknown response type', { response_types: ['token'] }, wrong],
  ['response_types of the wrong type', { response_types: 'code' }, wrong],
  ['an unknown authentication method', { token_endpoint_auth_method: 'tls_client_auth' }, wrong],
  ['an authentication method of the wrong type', { token_endpoint_auth_method: ['none'] }, wrong],
  ['jwks of the wrong type', { token_endpoint_auth_method: 'private_key_jwt', jwks: [] }, wrong],
  ['a jwks_uri of the wrong type', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 1 }, wrong],
  ['an empty jwks_uri', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: '' }, wrong],
  [
    'an oversized jwks_uri',
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: `https://1.1.1.1/${long}` },
    wrong,
  ],
  ['post_logout_redirect_uris of the wrong type', { post_logout_redirect_uris: {} }, wrong],
  ['an empty logout address', { backchannel_logout_uri: '' }, wrong],
  ['session_required of the wrong type', { backchannel_logout_session_required: 1 }, wrong],
])('RFC 7591 §3.2.2: %s registers nothing', async (_what, changes, error) => {
  const before = await countClients();
  expect(outcome(await register({ ...metadata, ...changes }))).toEqual([400, error]);
  expect(await countClients()).toBe(before);
});

test.each<[string, string, number]>([
  ['no JSON', '{', 400],
  ['nothing', '', 400],
  ['a list', '[]', 400],
  ['text', '"client"', 400],
  ['70 kilobytes', JSON.stringify({ ...metadata, client_uri: 'a'.repeat(70_000) }), 413],
])('RFC 7591 §3.1: a body of %s registers nothing', async (_what, body, status) => {
  const before = await countClients();
  expect(await sendRaw(body)).toEqual([status, 'invalid_request']);
  expect(await countClients()).toBe(before);
});

test.each(['client_name', 'redirect_uris', 'jwks', 'unknown_member'])(
  'RFC 7591 §3.2.2: a repeated member %s registers nothing',
  async (name) => {
    const before = await countClients();
    const members = JSON.stringify(metadata).slice(1);
    expect(await sendRaw(`{"${name}":"first","${name}":"second",${members}`)).toEqual([400, 'invalid_request']);
    expect(await countClients()).toBe(before);
  },
);

test('RFC 7591 §3.1: metadata is JSON by POST; a form is 415, and a query changes nothing', async () => {
  const form = new URLSearchParams({ redirect_uris: redirectUri, token_endpoint_auth_method: 'none' });
  expect((await sendRaw(form.toString(), 'application/x-www-form-urlencoded'))[0]).toBe(415);
  const query = '?client_name=Other&client_name=Another&redirect_uris=https://evil.example/';
  const response = await provider.send('POST', `/oauth/register${query}`, { json: metadata });
  expect(response.body).toMatchObject({ client_name: metadata.client_name, redirect_uris: [redirectUri] });
  expect([404, 405]).toContain((await provider.send('GET', '/oauth/register')).status);
});

test('RFC 7591 §5: credentials of another client give a registration nothing', async () => {
  const headers = { authorization: `Bearer ${provider.platform.adminKey}` };
  const claims = { reach: 'platform', kind: 'own', client_id: provider.clientId, registration: 'administrator' };
  const { status, body } = await provider.send('POST', '/oauth/register', {
    json: { ...metadata, ...claims },
    headers,
  });
  expect(status).toBe(201);
  expect(body['client_id']).not.toBe(provider.clientId);
  const shown = await provider.send('GET', `/api/v1/providers/${String(body['client_id'])}`, { headers });
  expect(shown.body).toMatchObject({ reach: 'sign-in', registration: 'dynamic' });
});
