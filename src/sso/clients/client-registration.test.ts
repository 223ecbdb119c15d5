import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clientKey } from '../../../contract-tests/fixtures/sso/clients.ts';
import {
  adminKey,
  authorize,
  flow,
  form,
  forumResource,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode, sendAsDevice, enrol, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createSelfRegisteredClientStore } from './self-registered-client-store.ts';
import { isAllowedOrigin, isRegisteredRedirect, originViolation } from './addresses.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(() => startSso({ settings: { clientRegistration: 'open' } }));

const redirectUri = 'http://127.0.0.1/callback';
const { privateJwk } = await clientKey('ES256');
const metadata = { client_name: 'Night Shift Bot', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };

interface Registered {
  readonly client_id: string;
  readonly client_secret?: string;
}

/** Registers an application by `createClientRegistration`. */
const register = (payload: object | string, target = sso) =>
  target.app.inject({
    method: 'POST',
    url: '/oauth/register',
    headers: { 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

const errorOf = ({ body }: { readonly body: string }): unknown => JSON.parse(body).error;
const countClients = async () => (await sso.db.selectFrom('sso.clients').select('address').execute()).length;

test('RFC 7591 §3.2.1: a registered application gets all its metadata and signs people in', async () => {
  const registered = await register({ ...metadata, grant_types: ['authorization_code'], contacts: ['a@b.example'] });
  expect(registered.statusCode, registered.body).toBe(201);
  expect(registered.headers['cache-control']).toBe('no-store');
  expect(registered.json()).toEqual({
    client_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    client_id_issued_at: Math.floor(sso.now().getTime() / 1000),
    client_name: 'Night Shift Bot',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    subject_type: 'public',
    post_logout_redirect_uris: [],
  });
  const { client_id } = registered.json<Registered>();
  const { grant } = await approvedCode(sso, { client_id });
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  expect(decode(tokens.access_token).claims['aud']).toEqual([client_id]);
});

test('RFC 7591 §2: an application that names no method gets a secret, which the token endpoint requires', async () => {
  const { token_endpoint_auth_method: _method, ...unnamed } = metadata;
  const { client_id, client_secret = '', ...further } = (await register(unnamed)).json<Registered>();
  expect(further).toMatchObject({ token_endpoint_auth_method: 'client_secret_basic', client_secret_expires_at: 0 });
  const { grant } = await approvedCode(sso, { client_id });
  expect((await form(sso, '/oauth/token', grant)).statusCode).toBe(401);
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  expect((await form(sso, '/oauth/token', grant, { authorization })).statusCode).toBe(200);
});

test('RFC 7591 §2: private_key_jwt registers public keys', async () => {
  const { jwk } = await clientKey('ES256');
  const registered = await register({
    ...metadata,
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [jwk] },
  });
  expect(registered.json()).toMatchObject({ jwks: { keys: [expect.objectContaining({ kty: 'EC' })] } });
  expect(registered.json()).not.toHaveProperty('client_secret');
});

test('sso: a self-registered application may request the forum with forum:write, and the approval page shows it', async () => {
  const { client_id } = (await register(metadata)).json<Registered>();
  const bare = await authorize(sso, flow({ client_id, resource: forumResource }).query);
  expect(errorOf(bare)).toBe('invalid_target');
  const attempt = flow({ client_id, scope: 'openid forum:write', resource: forumResource });
  const { deep_link } = (await authorize(sso, attempt.query)).json<{ deep_link: string }>();
  const { device } = await enrol(sso);
  const shown = await sendAsDevice(sso, device, 'GET', `/api/v1/owner/requests/${deep_link.split('/').at(-1)}`);
  expect(shown.json()).toMatchObject({
    selfRegistered: true,
    metadataHost: null,
    permissions: ['write posts and comments for you at Forum'],
  });
});

const long = 'a'.repeat(5_000);

test.each<[string, object, string]>([
  ['redirect_uris missing', { redirect_uris: undefined }, 'invalid_redirect_uri'],
  ['redirect_uris null', { redirect_uris: null }, 'invalid_redirect_uri'],
  ['redirect_uris with nothing', { redirect_uris: [''] }, 'invalid_redirect_uri'],
  ['redirect_uris empty', { redirect_uris: [] }, 'invalid_redirect_uri'],
  ['redirect_uris of text', { redirect_uris: redirectUri }, 'invalid_redirect_uri'],
  ['redirect_uris with a number', { redirect_uris: [1] }, 'invalid_redirect_uri'],
  ['redirect_uris over plain http', { redirect_uris: ['http://app.example/'] }, 'invalid_redirect_uri'],
  ['redirect_uris with a fragment', { redirect_uris: ['https://app.example/#a'] }, 'invalid_redirect_uri'],
  ['redirect_uris with a wildcard for a host', { redirect_uris: ['https://*.app.example/'] }, 'invalid_redirect_uri'],
  ['redirect_uris with javascript', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
  ['redirect_uris that are too long', { redirect_uris: [`https://a.example/${long}`] }, 'invalid_redirect_uri'],
  [
    '21 redirect_uris',
    { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) },
    'invalid_redirect_uri',
  ],
  ['redirect_uris with a NUL', { redirect_uris: ['https://app.example/\0'] }, 'invalid_redirect_uri'],
  ['redirect_uris with half a character', { redirect_uris: ['https://app.example/\ud800'] }, 'invalid_redirect_uri'],
  ['client_name empty', { client_name: '' }, 'invalid_client_metadata'],
  ['client_name of a list', { client_name: ['a'] }, 'invalid_client_metadata'],
  ['client_name too long', { client_name: long }, 'invalid_client_metadata'],
  ['client_name with a NUL', { client_name: 'a\u0000b' }, 'invalid_client_metadata'],
  ['client_name with text that reorders', { client_name: 'Bank\u202e' }, 'invalid_client_metadata'],
  ['client_name null', { client_name: null }, 'invalid_client_metadata'],
  ['an unknown method', { token_endpoint_auth_method: 'tls_client_auth' }, 'invalid_client_metadata'],
  ['a method that is a number', { token_endpoint_auth_method: 1 }, 'invalid_client_metadata'],
  ['an unknown grant', { grant_types: ['implicit'] }, 'invalid_client_metadata'],
  ['no grants', { grant_types: [] }, 'invalid_client_metadata'],
  ['an unknown response type', { response_types: ['token'] }, 'invalid_client_metadata'],
  ...['https://[::1]/keys', 'https://169.254.169.254/latest', ''].map((jwks_uri): [string, object, string] => [
    `the jwks_uri ${jwks_uri}`,
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri },
    'invalid_client_metadata',
  ]),
  [
    'a private key in jwks',
    { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [privateJwk] } },
    'invalid_client_metadata',
  ],
  ['jwks missing', { token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
  ['jwks of text', { token_endpoint_auth_method: 'private_key_jwt', jwks: 'x' }, 'invalid_client_metadata'],
  [
    'a private jwks_uri',
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://10.0.0.1/keys' },
    'invalid_client_metadata',
  ],
  [
    'a jwks_uri over plain http',
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'http://app.example/keys' },
    'invalid_client_metadata',
  ],
  [
    'a jwks_uri that is a list',
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: ['https://app.example/keys'] },
    'invalid_client_metadata',
  ],
  [
    'jwks and jwks_uri',
    { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [] }, jwks_uri: 'https://app.example/keys' },
    'invalid_client_metadata',
  ],
  ['post_logout_redirect_uris of text', { post_logout_redirect_uris: 'x' }, 'invalid_client_metadata'],
  ['a private logout address', { backchannel_logout_uri: 'https://192.168.0.1/' }, 'invalid_client_metadata'],
  ['a logout address that is a number', { backchannel_logout_uri: 1 }, 'invalid_client_metadata'],
  ['session_required of text', { backchannel_logout_session_required: 'yes' }, 'invalid_client_metadata'],
])('RFC 7591 §3.2.2: %s registers nothing', async (_name, changes, error) => {
  const before = await countClients();
  const refused = await register({ ...metadata, ...changes });
  expect([refused.statusCode, errorOf(refused)]).toEqual([400, error]);
  expect(await countClients()).toBe(before);
});

test.each([
  ['[]', 400],
  ['"text"', 400],
  ['{', 400],
  ['', 400],
  [`{"client_name":"${'a'.repeat(70_000)}"}`, 413],
])('RFC 7591 §3.1: the body %.20s is refused', async (body, status) => {
  const refused = await register(body);
  expect([refused.statusCode, errorOf(refused)]).toEqual([status, 'invalid_request']);
});

test('RFC 7591 §3.1: metadata that has a member twice is refused, because readers choose different ones', async () => {
  const twice = JSON.stringify(metadata).replace('{', '{"client_name":"Day Shift Bot",');
  const refused = await register(twice);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toEqual({
    error: 'invalid_request',
    error_description: 'The request body cannot be read: an object has a member twice.',
  });
});

test('RFC 7591 §5: credentials and claims of another client give a registration nothing', async () => {
  const headers = { authorization: `Bearer ${adminKey}` };
  const claims = { reach: 'platform', kind: 'own', client_id: otherClientId, registration: 'administrator' };
  const url = '/oauth/register?client_name=Other&redirect_uris=https://evil.example/';
  const registered = await sso.app.inject({ method: 'POST', url, headers, payload: { ...metadata, ...claims } });
  expect(registered.json()).toMatchObject(metadata);
  const { client_id } = registered.json<Registered>();
  expect(client_id).not.toBe(otherClientId);
  expect((await sso.app.inject({ url: `/api/v1/providers/${client_id}`, headers })).json()).toMatchObject({
    reach: 'sign-in',
    registration: 'dynamic',
  });
});

test('RFC 7591 §3.1: a form is refused', async () => {
  expect((await form(sso, '/oauth/register', { client_name: 'a' })).statusCode).toBe(415);
});

test('sso: discovery names the registration endpoint only when it is open, and a closed one registers nothing', async () => {
  const open = await sso.app.inject({ url: '/.well-known/openid-configuration' });
  expect(open.json()).toMatchObject({
    registration_endpoint: `${issuer}/oauth/register`,
    client_id_metadata_document_supported: true,
  });
  const closed = await startSso({ settings: { clientRegistration: 'metadata' } });
  try {
    const refused = await register(metadata, closed);
    expect([refused.statusCode, errorOf(refused)]).toEqual([403, 'access_denied']);
    const discovery = await closed.app.inject({ url: '/.well-known/openid-configuration' });
    expect(discovery.json()).not.toHaveProperty('registration_endpoint');
  } finally {
    await closed.close();
  }
});

test('sso: unused self-registered applications are deleted after 30 days, and no others', async () => {
  const { client_id: unused } = (await register(metadata)).json<Registered>();
  const { client_id: used } = (await register(metadata)).json<Registered>();
  await authorize(sso, flow({ client_id: used }).query);
  await createSelfRegisteredClientStore(sso.db).deleteUnused(new Date(sso.now().getTime() + 1), 1_000);
  const left = (await sso.db.selectFrom('sso.clients').select('address').execute()).map(({ address }) => address);
  expect(left).not.toContain(unused);
  expect(left).toEqual(expect.arrayContaining([used, otherClientId]));
});

test('sso: many applications in use do not keep an unused one from being deleted', async () => {
  const { sub } = await enrol(sso);
  const { client_id: unused } = (await register(metadata)).json<Registered>();
  await sql`
    insert into sso.clients (address, name, registration, redirect_uris, allowed_origins, created_at)
    select lpad(to_hex(n), 32, '0'), 'Used', 'dynamic', '{}', '{}', ${sso.now()} from generate_series(1, 120) as n`.execute(
    sso.db,
  );
  await sql`
    insert into sso.application_members (client_address, owner_sub, role, added_at)
    select lpad(to_hex(n), 32, '0'), ${sub}, 'owner', ${sso.now()} from generate_series(1, 120) as n`.execute(sso.db);
  const before = await countClients();
  const deleteUnused = () => createSelfRegisteredClientStore(sso.db).deleteUnused(new Date(sso.now().getTime() + 1), 1);
  expect(await deleteUnused()).toBe(1);
  expect(await countClients()).toBe(before - 1);
  while ((await deleteUnused()) > 0);
  const left = await sso.db.selectFrom('sso.clients').select(['address', 'name']).execute();
  expect(left.map(({ address }) => address)).not.toContain(unused);
  expect(left.filter(({ name }) => name === 'Used')).toHaveLength(120);
});

test.each([
  ['the same text', 'https://app.test/cb', 'https://app.test/cb', true],
  ['another path', 'https://app.test/cb', 'https://app.test/cb/', false],
  ['another query', 'https://app.test/cb?a=1', 'https://app.test/cb?a=2', false],
  ['a port on a host that is not loopback', 'https://app.test/cb', 'https://app.test:8443/cb', false],
  ['case of the host', 'https://app.test/cb', 'https://APP.test/cb', false],
  ['RFC 8252 §7.3: any port on 127.0.0.1', 'http://127.0.0.1/cb', 'http://127.0.0.1:53117/cb', true],
  ['RFC 8252 §7.3: any port on [::1]', 'http://[::1]:1/cb', 'http://[::1]:53117/cb', true],
  ['any port on localhost', 'http://localhost/cb', 'http://localhost:3000/cb', true],
  ['a loopback port instead of none', 'http://localhost:3000/cb', 'http://localhost/cb', true],
  ['another loopback host', 'http://localhost/cb', 'http://127.0.0.1/cb', false],
  ['another loopback path', 'http://localhost/cb', 'http://localhost:3000/', false],
  ['https on loopback keeps its port', 'https://localhost/cb', 'https://localhost:3000/cb', false],
  ['user information that looks like loopback', 'http://127.0.0.1/cb', 'http://127.0.0.1:80@evil.test/cb', false],
  ['a longer host that starts like loopback', 'http://localhost/cb', 'http://localhost.evil.test/cb', false],
  ['a port that is none', 'http://localhost/cb', 'http://localhost:65536/cb', false],
  ['a port with a leading zero', 'http://localhost/cb', 'http://localhost:0080/cb', false],
  ['a path behind a line break', 'http://localhost/cb', 'http://localhost:80/\ncb', false],
])('RFC 8252 §7.3: redirect_uri matching: %s', (_name, registered, requested, expected) => {
  expect(isRegisteredRedirect(['https://first.test/', registered], requested)).toBe(expected);
});

test.each([
  ['http://localhost', 'http://localhost', true],
  ['http://localhost', 'http://localhost:5173', true],
  ['http://[::1]', 'http://[::1]:5173', true],
  ['http://localhost', 'https://localhost:5173', false],
  ['http://localhost:5173', 'http://localhost:5174', false],
  ['https://app.test', 'https://app.test', true],
  ['https://app.test', 'https://app.test:8443', false],
  ['https://app.test', 'https://sub.app.test', false],
  ['https://app.test', 'null', false],
])('sso: allowed origins %s with Origin %s: %s', (allowed, origin, expected) => {
  expect(isAllowedOrigin([allowed], origin)).toBe(expected);
});

test.each([
  ['https://app.test', undefined],
  ['http://localhost', undefined],
  ['http://[::1]:5173', undefined],
  ['https://[2001:db8::1]', undefined],
  ['https://app.test:443', 'https://app.test'],
  ['http://app.test:80', 'http://app.test'],
  ['https://app.test:08443', 'https://app.test:8443'],
  ['http://127.1', 'http://127.0.0.1'],
  ['https://[2001:db8:0:0::1]', 'https://[2001:db8::1]'],
  ['http://[70]', 'is not a URL'],
  ['https://app.test:65536', 'is not a URL'],
])('sso: registering origin %s: %s', (origin, violation) => {
  const expected = violation === undefined ? undefined : expect.stringMatching(/^allowedOrigins\.1 /);
  expect(originViolation(['https://good.test', origin])).toEqual(expected);
  expect(originViolation([origin]) ?? '').toContain(violation ?? '');
});
