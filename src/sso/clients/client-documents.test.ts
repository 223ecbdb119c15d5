import { expect, test } from 'vitest';
import { clientKey, type ServedDocument, startDocumentHost } from '../../../contract-tests/fixtures/sso/clients.ts';
import {
  adminKey,
  authorize,
  flow,
  form,
  forumResource,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode, sendAsDevice, enrol, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { documentLifetime } from './fetch-document.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(() => startSso({ settings: { clientRegistration: 'metadata' } }));
const host = useStarted(startDocumentHost);

let count = 0;
/** Serves metadata at a path of its own. @returns the client_id */
function publish(changes: object = {}, headers: Record<string, string> = {}): { id: string; path: string } {
  count += 1;
  const path = `/agents/${count}.json`;
  const document = {
    client_id: host.url(path),
    client_name: 'Field agent',
    redirect_uris: ['http://127.0.0.1/callback'],
    ...changes,
  };
  host.serve(path, { headers, body: JSON.stringify(document) });
  return { id: host.url(path), path };
}

const authorizeAs = (id: string, changes = {}) => authorize(sso, flow({ client_id: id, ...changes }).query);
const errorOf = ({ body }: { readonly body: string }): unknown => JSON.parse(body).error;

test('Client ID Metadata Document §5: a client_id that is a URL signs in, and tokens name it', async () => {
  const { id, path } = publish();
  const { grant } = await approvedCode(sso, { client_id: id });
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  expect(decode(tokens.access_token).claims).toMatchObject({ aud: [id], client_id: id });
  expect(decode(tokens.id_token).claims['aud']).toBe(id);
  expect(host.fetched(path)).toBe(1);
});

test('sso: an approver sees the host of the metadata and what the application may do', async () => {
  const { id } = publish();
  const started = await authorizeAs(id, { scope: 'openid forum:write', resource: forumResource });
  const { deep_link } = started.json<{ deep_link: string }>();
  const { device } = await enrol(sso);
  const shown = await sendAsDevice(sso, device, 'GET', `/api/v1/owner/requests/${deep_link.split('/').at(-1)}`);
  expect(shown.json()).toMatchObject({
    applicationName: 'Field agent',
    selfRegistered: true,
    metadataHost: new URL(id).host,
    reach: 'sign-in',
    permissions: ['write posts and comments for you at Forum'],
  });
});

test('sso: metadata cannot give itself the reach of the platform; an administrator can', async () => {
  const { id } = publish({ reach: 'platform', kind: 'own' }, { 'cache-control': 'max-age=60' });
  expect(errorOf(await authorizeAs(id, { resource: forumResource }))).toBe('invalid_target');
  const raised = await sso.app.inject({
    method: 'PATCH',
    url: `/api/v1/providers/${encodeURIComponent(id)}`,
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { reach: 'platform' },
  });
  expect([raised.statusCode, raised.json()]).toMatchObject([200, { reach: 'platform', registration: 'metadata' }]);
  sso.advance(61);
  expect((await authorizeAs(id, { resource: forumResource })).statusCode).toBe(200);
});

test('Client ID Metadata Document §5.2: metadata is fetched again when its cache time ends, and the new metadata applies', async () => {
  const { id, path } = publish({}, { 'cache-control': 'max-age=120' });
  expect((await authorizeAs(id)).statusCode).toBe(200);
  sso.advance(119);
  expect((await authorizeAs(id)).statusCode).toBe(200);
  expect(host.fetched(path)).toBe(1);
  host.serve(path, { body: JSON.stringify({ client_id: id, redirect_uris: ['https://moved.example/callback'] }) });
  sso.advance(2);
  const moved = await authorizeAs(id, { redirect_uri: 'http://127.0.0.1/callback' });
  expect(errorOf(moved)).toBe('invalid_request');
  expect((await authorizeAs(id, { redirect_uri: 'https://moved.example/callback' })).statusCode).toBe(200);
  expect(host.fetched(path)).toBe(2);
});

test('Client ID Metadata Document §5.2: an error is not cached', async () => {
  const { id, path } = publish();
  const document = { client_id: id, redirect_uris: ['http://127.0.0.1/callback'] };
  host.serve(path, { status: 503, body: '' });
  expect(errorOf(await authorizeAs(id))).toBe('invalid_client');
  host.serve(path, { body: JSON.stringify(document) });
  expect((await authorizeAs(id)).statusCode).toBe(200);
});

test('Client ID Metadata Document §8.2: private_key_jwt with the keys of the document, and nothing less', async () => {
  const key = await clientKey('ES256');
  const { id } = publish({ token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [key.jwk] } });
  const { grant } = await approvedCode(sso, { client_id: id });
  const bare = await form(sso, '/oauth/token', grant);
  expect([bare.statusCode, errorOf(bare)]).toEqual([401, 'invalid_client']);
  const assertion = await key.assertion(sso, id);
  const proven = await form(sso, '/oauth/token', {
    ...grant,
    client_assertion: assertion,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  });
  expect(proven.statusCode, proven.body).toBe(200);
});

test('Client ID Metadata Document §8.4: keys at a jwks_uri are fetched once, and again when the document names another', async () => {
  const [key, next] = [await clientKey('ES256', 'key'), await clientKey('ES256', 'next')];
  const keySet = (path: string, jwk: object) => {
    host.serve(path, { headers: { 'cache-control': 'max-age=86400' }, body: JSON.stringify({ keys: [jwk] }) });
    return { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: host.url(path) };
  };
  const document = keySet('/keys/first', key.jwk);
  const { id, path } = publish(document, { 'cache-control': 'max-age=60' });
  const authenticate = async (signer: typeof key) => {
    const response = await form(sso, '/oauth/revoke', {
      token: 'x'.repeat(43),
      client_assertion: await signer.assertion(sso, id),
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    return response.statusCode;
  };
  expect((await authorizeAs(id)).statusCode).toBe(200);
  expect(await authenticate(key)).toBe(200);
  sso.advance(61);
  expect(await authenticate(key)).toBe(200);
  expect([host.fetched(path), host.fetched('/keys/first')]).toEqual([2, 1]);

  const moved = { client_id: id, redirect_uris: ['http://127.0.0.1/callback'], ...keySet('/keys/second', next.jwk) };
  host.serve(path, { body: JSON.stringify(moved) });
  sso.advance(61);
  expect([await authenticate(key), await authenticate(next)]).toEqual([401, 200]);
});

test.each<[string, object, string]>([
  ['with another client_id', { client_id: 'https://elsewhere.example/agent' }, 'another client_id'],
  ['with a client secret', { client_secret: 'word' }, 'client secret'],
  ['that authenticates with a secret', { token_endpoint_auth_method: 'client_secret_basic' }, 'secret'],
  ['without redirect_uris', { redirect_uris: undefined }, 'redirect_uris is missing'],
  ['with a javascript redirect', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris'],
  [
    'with a private key',
    { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ kty: 'OKP', d: 'x' }] } },
    'jwks',
  ],
  [
    'with a private jwks_uri',
    { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://10.0.0.1/j' },
    'jwks_uri',
  ],
  ['with a name that reverses text', { client_name: 'Bank\u202e' }, 'client_name'],
  ['with a private address for logout tokens', { backchannel_logout_uri: 'https://10.0.0.1/x' }, 'public'],
])('Client ID Metadata Document §4: a document %s is invalid_client', async (_name, changes, says) => {
  const { id } = publish(changes);
  const response = await authorizeAs(id);
  expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_client']);
  expect(response.body).toContain(says);
});

test.each<[string, ServedDocument, string]>([
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1/' }, body: '' }, 'status 302'],
  ['HTML', { headers: { 'content-type': 'text/html' }, body: '{}' }, 'application/json'],
  ['text that is no JSON', { body: '{' }, 'not a JSON object'],
  ['a list', { body: '[]' }, 'not a JSON object'],
  ['a repeated member', { body: '{"client_id":"a","client_id":"b"}' }, 'distinct member names'],
  ['more than 10 kilobytes', { body: `{"x":"${'a'.repeat(11_000)}"}` }, 'longer than'],
])('Client ID Metadata Document §5: %s is no metadata', async (_name, document, says) => {
  const { id, path } = publish();
  host.serve(path, document);
  const response = await authorizeAs(id);
  expect([response.statusCode, errorOf(response), response.body]).toEqual([
    400,
    'invalid_client',
    expect.stringContaining(says),
  ]);
});

test.each([
  'https://10.0.0.1/agent.json',
  'http://agents.example/agent.json',
  'https://agents.example',
  'https://user:word@agents.example/agent.json',
  'https://agents.example/a/../agent.json',
  'https://agents.example/agent.json#part',
  'https://AGENTS.example/agent.json',
])('Client ID Metadata Document §3: %s is not a client_id', async (id) => {
  const response = await authorizeAs(id);
  expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_client']);
});

test('sso: a client_id that is a URL is unknown when applications cannot register themselves', async () => {
  const closed = await startSso();
  try {
    const { id, path } = publish();
    const response = await authorize(closed, flow({ client_id: id }).query);
    expect([response.statusCode, errorOf(response), host.fetched(path)]).toEqual([400, 'invalid_client', 0]);
    const metadata = await closed.app.inject({ url: '/.well-known/openid-configuration' });
    expect(metadata.json()).toMatchObject({ client_id_metadata_document_supported: false });
    expect(metadata.json()).not.toHaveProperty('registration_endpoint');
  } finally {
    await closed.close();
  }
});

test('Client ID Metadata Document §6: discovery announces it, without registration_endpoint', async () => {
  const metadata = await sso.app.inject({ url: '/.well-known/oauth-authorization-server' });
  expect(metadata.json()).toMatchObject({ client_id_metadata_document_supported: true });
  expect(metadata.json()).not.toHaveProperty('registration_endpoint');
});

test('sso: an application that an administrator disabled stays disabled, whatever its metadata says', async () => {
  const { id } = publish({}, { 'cache-control': 'no-store' });
  expect((await authorizeAs(id)).statusCode).toBe(200);
  const headers = { authorization: `Bearer ${adminKey}` };
  await sso.app.inject({ method: 'POST', url: `/api/v1/providers/${encodeURIComponent(id)}/disable`, headers });
  sso.advance(61);
  expect(errorOf(await authorizeAs(id))).toBe('invalid_client');
});

test.each([
  [undefined, 3_600],
  ['max-age=300', 300],
  ['public, max-age="300"', 300],
  ['max-age=1', 60],
  ['max-age=999999999', 86_400],
  ['no-store, max-age=300', 60],
  ['max-age=x', 3_600],
])('RFC 9111 §5.2.2: metadata with Cache-Control %s counts for %d seconds', (header, seconds) => {
  expect(documentLifetime(header)).toBe(seconds);
});
