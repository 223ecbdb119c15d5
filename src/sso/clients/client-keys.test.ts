import { expect, test } from 'vitest';
import {
  clientKey,
  basic,
  outcome,
  refused,
  registeredClients,
  succeeded,
  startDocumentHost,
} from '../../../contract-tests/fixtures/sso/clients.ts';
import { adminKey, clientId, form, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { jwtBearerAssertion } from './client-credentials.ts';
import { createOutboundHttp } from '../../runtime/outbound/outbound-http.ts';
import { createClientKeyStore } from './client-key-store.ts';
import { createClientStore } from './client-store.ts';
import { createClientKeys } from './client-keys.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const sso = useStarted(() => startSso({ settings: { clientRegistration: 'open' } }));
const host = useStarted(startDocumentHost);

const { admin, create, redeem } = registeredClients(() => sso);

test('sso createProviderSecret: a client secret is returned once and stored hashed', async () => {
  const { id, secret, clientSecret } = await create('client_secret_basic');
  expect(clientSecret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const shown = await admin('GET', `/${id}`);
  expect(shown.body).not.toContain(secret);
  const { rows } = await sso.database.as<never>().executeQuery<object>({
    sql: `select secrets::text from sso.clients where address = '${id}'`,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
    queryId: { queryId: 'secrets' },
  });
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect((await create('none')).clientSecret).toBeUndefined();
});

test('sso revokeProviderSecret: an application has two secrets during a rotation, and a revoked one stops at once', async () => {
  const { id, secret, secrets } = await create('client_secret_basic');
  const added = await admin('POST', `/${id}/secrets`);
  expect(added.statusCode).toBe(201);
  const { clientSecret: second, secretId } = added.json<{ clientSecret: string; secretId: string }>();
  expect(outcome((await redeem(id, {}, basic(id, secret))).response)).toEqual(succeeded);
  expect(outcome((await redeem(id, {}, basic(id, second))).response)).toEqual(succeeded);
  expect((await admin('POST', `/${id}/secrets`)).json()).toMatchObject({ error: 'secret_limit' });

  const [first] = secrets;
  expect((await admin('DELETE', `/${id}/secrets/${first?.secretId}`)).statusCode).toBe(204);
  expect(outcome((await redeem(id, {}, basic(id, secret))).response)).toEqual(refused);
  expect(outcome((await redeem(id, {}, basic(id, second))).response)).toEqual(succeeded);
  expect((await admin('DELETE', `/${id}/secrets/${first?.secretId}`)).json()).toMatchObject({
    error: 'secret_not_found',
  });
  expect((await admin('GET', `/${id}`)).json()).toMatchObject({ secrets: [{ secretId }] });
});

test('sso: secrets of public, key-based and unknown applications cannot be made', async () => {
  expect((await admin('POST', `/${clientId}/secrets`)).json()).toMatchObject({ error: 'secret_not_used' });
  const unknown = `/${'f'.repeat(32)}/secrets`;
  expect((await admin('POST', unknown)).json()).toMatchObject({ error: 'provider_not_found' });
  const secretId = '019ca8b1-0b40-7c3a-9d55-0a1b2c3d4e5f';
  expect((await admin('DELETE', `${unknown}/${secretId}`)).json()).toMatchObject({ error: 'provider_not_found' });
});

test('sso: registered keys are public, strong and complete', async () => {
  const { jwk, privateJwk } = await clientKey();
  const weak = { kty: 'RSA', n: Buffer.alloc(128, 255).toString('base64url'), e: 'AQAB' };
  for (const jwks of [
    { keys: [privateJwk] },
    { keys: [weak] },
    { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] },
    { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }] },
    { keys: [{ ...jwk, alg: 'HS256' }] },
    { keys: [{ ...jwk, use: 'enc' }] },
    {
      keys: [
        { ...jwk, kid: 'same' },
        { ...jwk, kid: 'same' },
      ],
    },
    { keys: [] },
    { keys: [7] },
    undefined,
  ]) {
    const response = await admin('POST', '', { name: 'A', tokenEndpointAuthMethod: 'private_key_jwt', jwks });
    expect([jwks, response.statusCode, response.json<{ error: string }>().error]).toEqual([
      jwks,
      400,
      'invalid_request',
    ]);
  }
  const superfluous = await admin('POST', '', { name: 'A', jwks: { keys: [jwk] } });
  expect(superfluous.statusCode).toBe(400);
});

test('sso: an administrator replaces the keys of an application', async () => {
  const [former, next] = [await clientKey(), await clientKey()];
  const { id } = await create('private_key_jwt', { jwks: { keys: [former.jwk] } });
  expect((await admin('PATCH', `/${id}`, { jwks: { keys: [next.jwk] } })).statusCode).toBe(200);
  const fields = async (key: typeof former) => ({
    client_assertion: await key.assertion(sso, id),
    client_assertion_type: jwtBearerAssertion,
  });
  expect(outcome((await redeem(id, await fields(former))).response)).toEqual(refused);
  expect(outcome((await redeem(id, await fields(next))).response)).toEqual(succeeded);
  expect((await admin('PATCH', `/${clientId}`, { jwks: { keys: [next.jwk] } })).statusCode).toBe(400);
});

test('sso: refused client credentials are audited without the secret', async () => {
  const { id } = await create('client_secret_basic');
  await form(sso, '/oauth/revoke', { token: 'x' }, basic(id, 'secret-of-a-stranger'));
  const events = await sso.db.selectFrom('sso.audit_events').selectAll().where('client_address', '=', id).execute();
  expect(events.map(({ event }) => event)).toContain('client_refused');
  expect(JSON.stringify(events)).not.toContain('secret-of-a-stranger');
});

type Key = Awaited<ReturnType<typeof clientKey>>;

let count = 0;
/** Registers an application that publishes its keys. */
async function register() {
  count += 1;
  const path = `/keys/${count}.json`;
  const registered = await sso.app.inject({
    method: 'POST',
    url: '/oauth/register',
    payload: {
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: host.url(path),
    },
  });
  expect(registered.statusCode, registered.body).toBe(201);
  const registration = registered.json<{ client_id: string }>();
  return { id: registration.client_id, path, registration };
}

const publish = (path: string, keys: readonly unknown[], headers: Record<string, string> = {}) =>
  host.serve(path, {
    headers: { 'content-type': 'application/jwk-set+json', ...headers },
    body: JSON.stringify({ keys }),
  });

/** Authenticates at the revocation endpoint. @returns the status, 401 with the reason when the client is refused */
async function authenticate(id: string, key: Key) {
  const response = await form(sso, '/oauth/revoke', {
    token: 'x'.repeat(43),
    client_assertion: await key.assertion(sso, id),
    client_assertion_type: jwtBearerAssertion,
  });
  return response.statusCode === 200 ? 200 : `${response.statusCode} ${response.json().error_description}`;
}

test('RFC 7591 §2: a client authenticates with a key that it publishes at its jwks_uri, which is fetched once', async () => {
  const { id, path, registration } = await register();
  expect(registration).toMatchObject({ jwks_uri: host.url(path) });
  expect(registration).not.toHaveProperty('jwks');
  const key = await clientKey('ES256', 'first');
  publish(path, [key.jwk]);
  expect([await authenticate(id, key), await authenticate(id, key)]).toEqual([200, 200]);
  expect(host.fetched(path)).toBe(1);
});

test('sso: an administrator sees where an application publishes its keys', async () => {
  const { id, path } = await register();
  const headers = { authorization: `Bearer ${adminKey}` };
  const shown = await sso.app.inject({ url: `/api/v1/providers/${id}`, headers });
  expect(shown.json()).toMatchObject({ jwksUri: host.url(path), registration: 'dynamic' });
  expect(shown.json()).not.toHaveProperty('jwks');
});

test('RFC 9111 §5.2.2: published keys are cached as long as Cache-Control allows, and a removed key is refused after that', async () => {
  const { id, path } = await register();
  const [former, next] = [await clientKey('ES256'), await clientKey('ES256')];
  publish(path, [former.jwk], { 'cache-control': 'max-age=120' });
  expect(await authenticate(id, former)).toBe(200);
  publish(path, [next.jwk]);
  sso.advance(119);
  expect(await authenticate(id, former)).toBe(200);
  sso.advance(2);
  expect(await authenticate(id, former)).toMatch(/^401 .*does not verify/);
  expect(await authenticate(id, next)).toBe(200);
});

test('OpenID Connect Core §10.1.1: an unknown kid fetches the keys again, at most once a minute', async () => {
  const { id, path } = await register();
  const [first, second] = [await clientKey('ES256', 'first'), await clientKey('ES256', 'second')];
  publish(path, [first.jwk]);
  expect(await authenticate(id, first)).toBe(200);
  publish(path, [first.jwk, second.jwk]);
  expect(await authenticate(id, second)).toMatch(/^401/);
  expect(host.fetched(path)).toBe(1);
  sso.advance(61);
  expect([await authenticate(id, second), await authenticate(id, first)]).toEqual([200, 200]);
  const stranger = await clientKey('ES256', 'third');
  for (let sent = 0; sent < 5; sent += 1) expect(await authenticate(id, stranger)).toMatch(/^401/);
  expect(host.fetched(path)).toBe(2);
});

test('sso: a jwks_uri without usable keys is fetched at most once a minute, and the response names the reason', async () => {
  const { id, path } = await register();
  const key = await clientKey('ES256', 'only');
  expect(await authenticate(id, key)).toMatch(/^401 The key set at http.* responded with the status 404/);
  publish(path, [key.jwk]);
  expect(await authenticate(id, key)).toMatch(/^401 .*try again in a minute/);
  expect(host.fetched(path)).toBe(1);
  sso.advance(61);
  expect(await authenticate(id, key)).toBe(200);
});

test('sso: concurrent requests of one client share a fetch', async () => {
  const { id, path } = await register();
  const key = await clientKey('ES256', 'shared');
  publish(path, [key.jwk]);
  const statuses = await Promise.all(Array.from({ length: 8 }, () => authenticate(id, key)));
  expect(statuses).toEqual(Array.from({ length: 8 }, () => 200));
  expect(host.fetched(path)).toBe(1);
});

test('sso: a request that read its client before the fetch of another request ended uses the fetched keys', async () => {
  const { id, path } = await register();
  const key = await clientKey('ES256', 'shared');
  publish(path, [key.jwk]);
  const outbound = createOutboundHttp({ allow: ['127.0.0.0/8'] });
  const clients = createClientStore(sso.db);
  const keys = createClientKeys({
    clients,
    clientKeys: createClientKeyStore(sso.db),
    outbound,
    sharedLimits: { consume: async () => undefined },
    fetches: { run: (_group, work) => work() },
    now: sso.now,
  });
  const client = await clients.byAddress(id);
  if (client === undefined) throw new Error(`${id} is not registered.`);
  for (let request = 0; request < 2; request++)
    expect(await keys.find(client, 'shared', '127.0.0.1')).toMatchObject({ keys: [{ kid: 'shared' }] });
  expect(host.fetched(path)).toBe(1);
  await outbound.close();
});

test('RFC 7517 §5: keys for other purposes in a published set are ignored', async () => {
  const { id, path } = await register();
  const key = await clientKey('ES256', 'signs');
  publish(path, [{ kty: 'RSA', use: 'enc', n: 'AQAB', e: 'AQAB' }, { kty: 'unheard-of' }, key.jwk]);
  expect(await authenticate(id, key)).toBe(200);
});

test.each<[string, (key: Key) => string, string]>([
  ['a private key', ({ privateJwk }) => JSON.stringify({ keys: [privateJwk] }), 'has a private key'],
  ['no key', () => '{"keys":[]}', 'has no public key'],
  ['no list', () => '{"keys":"x"}', 'has no list'],
  [
    '21 keys',
    ({ jwk }) => JSON.stringify({ keys: Array.from({ length: 21 }, () => jwk) }),
    'has no list of at most 20',
  ],
  ['two keys of one kid', ({ jwk }) => JSON.stringify({ keys: [jwk, jwk] }), 'two keys with the same kid'],
  ['more than 20 kilobytes', () => `{"x":"${'a'.repeat(21_000)}"}`, 'is longer than 20480 bytes'],
  ['text', () => 'keys', 'is not a JSON object'],
])('sso: a published key set with %s is rejected with the reason', async (_name, body, reason) => {
  const { id, path } = await register();
  const key = await clientKey('ES256', 'one');
  host.serve(path, { body: body(key) });
  expect(await authenticate(id, key)).toContain(reason);
});

test('sso: a redirect of a jwks_uri is not followed', async () => {
  const [{ id, path }, other] = [await register(), await register()];
  const key = await clientKey('ES256', 'one');
  publish(other.path, [key.jwk]);
  host.serve(path, { status: 302, headers: { location: host.url(other.path) }, body: '' });
  expect(await authenticate(id, key)).toContain('responded with the status 302');
  expect(host.fetched(other.path)).toBe(0);
});

/** Sends a request to the admin API. */
const administer = (method: 'POST' | 'PATCH', url: string, payload: object) =>
  sso.app.inject({ method, url, headers: { authorization: `Bearer ${adminKey}` }, payload });
const privateKeyJwtClient = { name: 'Team Calendar', tokenEndpointAuthMethod: 'private_key_jwt' };

test('sso: an administrator registers an application that publishes its keys, and it authenticates with them', async () => {
  const path = '/keys/administered.json';
  const created = await administer('POST', '/api/v1/providers', { ...privateKeyJwtClient, jwksUri: host.url(path) });
  expect([created.statusCode, created.json()]).toMatchObject([201, { jwksUri: host.url(path) }]);
  expect(created.json()).not.toHaveProperty('jwks');
  const { providerAddress } = created.json<{ providerAddress: string }>();
  const key = await clientKey('ES256');
  publish(path, [key.jwk]);
  expect(await authenticate(providerAddress, key)).toBe(200);
});

test('sso: an administrator replaces keys by an address and an address by keys, and the former keys are refused', async () => {
  const path = '/keys/replaced.json';
  const [registered, published] = [await clientKey('ES256'), await clientKey('ES256')];
  publish(path, [published.jwk]);
  const created = await administer('POST', '/api/v1/providers', {
    ...privateKeyJwtClient,
    jwks: { keys: [registered.jwk] },
  });
  const { providerAddress } = created.json<{ providerAddress: string }>();
  const url = `/api/v1/providers/${providerAddress}`;

  expect((await administer('PATCH', url, { jwksUri: host.url(path) })).json()).toMatchObject({
    jwksUri: host.url(path),
  });
  expect(await authenticate(providerAddress, published)).toBe(200);
  expect(await authenticate(providerAddress, registered)).toMatch(/^401/);

  const restored = await administer('PATCH', url, { jwks: { keys: [registered.jwk] } });
  expect(restored.json()).not.toHaveProperty('jwksUri');
  expect(await authenticate(providerAddress, registered)).toBe(200);
  expect(await authenticate(providerAddress, published)).toMatch(/^401/);
});

const publicAddress = 'https://calendar.example/keys.json';
test.each<[string, object, RegExp]>([
  ['neither jwks nor jwksUri', privateKeyJwtClient, /jwks and jwksUri are missing/],
  [
    'both jwks and jwksUri',
    { ...privateKeyJwtClient, jwks: { keys: [{ kty: 'EC' }] }, jwksUri: 'http://127.0.0.1/keys' },
    /exclude each other/,
  ],
  ['jwksUri and no client authentication', { name: 'App', jwksUri: 'http://127.0.0.1/keys' }, /private_key_jwt only/],
  ['a jwksUri at a private address', { ...privateKeyJwtClient, jwksUri: 'https://10.0.0.1/keys' }, /jwksUri .*private/],
  ['a jwksUri without TLS', { ...privateKeyJwtClient, jwksUri: 'http://93.184.215.14/keys' }, /jwksUri/],
  ['a jwksUri with a fragment', { ...privateKeyJwtClient, jwksUri: `${publicAddress}#a` }, /jwksUri/],
  ['an empty jwksUri', { ...privateKeyJwtClient, jwksUri: '' }, /jwksUri/],
  ['a list as jwksUri', { ...privateKeyJwtClient, jwksUri: [publicAddress] }, /jwksUri/],
  [
    'a jwksUri that is too long',
    { ...privateKeyJwtClient, jwksUri: `${publicAddress}?${'a'.repeat(2_100)}` },
    /jwksUri/,
  ],
])('sso: registering an application with %s is rejected', async (_what, payload, message) => {
  const refused = await administer('POST', '/api/v1/providers', payload);
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringMatching(message)]);
});
