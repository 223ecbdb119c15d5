import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  type ClientCredentials,
  confidentialClient,
  proof,
  type ParsedResponse,
  startProvider,
  type Tokens,
} from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

// Every parameter of the endpoints beside the token endpoint, in every wrong form.
const provider = useStarted(() => startProvider({ env: { CLIENT_REGISTRATION: 'open' } }));
let server: ClientCredentials;
let tokens: Tokens;
beforeAll(async () => {
  server = await confidentialClient(provider, { reach: 'platform' });
  tokens = await provider.signIn();
});

type Fields = Readonly<Record<string, string>>;
type Outcome = readonly [number, string | undefined];

const outcome = ({ status, body }: ParsedResponse): Outcome => [status, body['error'] as string | undefined];
const validPush = (): Fields =>
  provider.flow({ response_mode: 'query', redirect_uri: 'http://127.0.0.1/callback' }).query;
const endpoints = {
  par: { path: '/oauth/par', success: 201, valid: validPush },
  introspect: { path: '/oauth/introspect', success: 200, valid: () => ({ ...server, token: tokens.accessToken }) },
  // An unknown token succeeds (RFC 7009 §2.2), so that no row consumes one.
  revoke: { path: '/oauth/revoke', success: 200, valid: () => ({ client_id: provider.clientId, token: 'unknown' }) },
  device_authorization: {
    path: '/oauth/device_authorization',
    success: 200,
    valid: () => ({ client_id: provider.clientId }),
  },
} as const;
type Endpoint = keyof typeof endpoints;

const long = 'x'.repeat(9_000);
const unreadable = 'openid \0';

const invalid: Outcome = [400, 'invalid_request'];
const unknownClient: Outcome = [400, 'invalid_client'];
const refused: Outcome = [401, 'invalid_client'];
const success = 'success';
type Expected = Outcome | typeof success;

/** Responses to a parameter that is repeated, empty, 9,000 characters long, or has a NUL. */
type Row = readonly [endpoint: Endpoint, name: string, twice: Expected, empty: Expected, long: Expected, nul: Expected];

const rows: readonly Row[] = [
  ['par', 'response_type', invalid, invalid, [400, 'unsupported_response_type'], [400, 'unsupported_response_type']],
  ['par', 'response_mode', invalid, success, invalid, invalid],
  ['par', 'client_id', invalid, invalid, invalid, unknownClient],
  ['par', 'client_secret', invalid, success, invalid, refused],
  ['par', 'client_assertion', invalid, success, invalid, invalid],
  ['par', 'client_assertion_type', invalid, success, invalid, invalid],
  ['par', 'scope', invalid, success, [400, 'invalid_scope'], [400, 'invalid_scope']],
  ['par', 'code_challenge', invalid, invalid, invalid, invalid],
  ['par', 'code_challenge_method', invalid, invalid, invalid, invalid],
  ['par', 'state', invalid, success, invalid, invalid],
  ['par', 'nonce', invalid, success, invalid, invalid],
  ['par', 'redirect_uri', invalid, invalid, invalid, invalid],
  ['par', 'dpop_jkt', invalid, success, invalid, invalid],
  ['par', 'agent_name', invalid, success, invalid, invalid],
  ['par', 'prompt', invalid, success, invalid, invalid],
  ['par', 'max_age', invalid, success, invalid, invalid],
  ['par', 'id_token_hint', invalid, success, invalid, invalid],
  ['par', 'login_hint', invalid, success, invalid, success],
  ['par', 'ui_locales', invalid, success, invalid, success],
  ['par', 'acr_values', invalid, success, invalid, success],
  ['par', 'resource', [400, 'invalid_target'], success, [400, 'invalid_target'], [400, 'invalid_target']],
  ['par', 'request', invalid, success, [400, 'request_not_supported'], [400, 'request_not_supported']],
  ['par', 'registration', invalid, success, [400, 'registration_not_supported'], [400, 'registration_not_supported']],
  ['par', 'request_uri', invalid, success, invalid, invalid],
  ['par', 'unknown', invalid, success, success, success],
  ['introspect', 'token', invalid, invalid, invalid, success],
  ['introspect', 'token_type_hint', invalid, success, invalid, success],
  ['introspect', 'client_id', invalid, refused, invalid, refused],
  ['introspect', 'client_secret', invalid, refused, invalid, refused],
  ['introspect', 'client_assertion', invalid, success, invalid, invalid],
  ['introspect', 'client_assertion_type', invalid, success, invalid, invalid],
  ['introspect', 'unknown', invalid, success, success, success],
  ['revoke', 'token', invalid, invalid, invalid, success],
  ['revoke', 'token_type_hint', invalid, success, invalid, success],
  ['revoke', 'reason', invalid, success, invalid, success],
  ['revoke', 'client_id', invalid, invalid, invalid, unknownClient],
  ['revoke', 'client_secret', invalid, success, invalid, refused],
  ['revoke', 'client_assertion', invalid, success, invalid, invalid],
  ['revoke', 'client_assertion_type', invalid, success, invalid, invalid],
  ['revoke', 'unknown', invalid, success, success, success],
  ['device_authorization', 'client_id', invalid, invalid, invalid, unknownClient],
  ['device_authorization', 'client_secret', invalid, success, invalid, refused],
  ['device_authorization', 'client_assertion', invalid, success, invalid, invalid],
  ['device_authorization', 'client_assertion_type', invalid, success, invalid, invalid],
  ['device_authorization', 'scope', invalid, success, [400, 'invalid_scope'], [400, 'invalid_scope']],
  ['device_authorization', 'agent_name', invalid, success, invalid, invalid],
  [
    'device_authorization',
    'resource',
    [400, 'invalid_target'],
    success,
    [400, 'invalid_target'],
    [400, 'invalid_target'],
  ],
  ['device_authorization', 'unknown', invalid, success, success, success],
];

test.each(rows)(
  'oauth %s: the parameter %s repeated, empty, oversized or unreadable gets the error of its standard',
  async (endpoint, name, ...expected) => {
    const { path, success: created, valid } = endpoints[endpoint];
    const changed = (...values: readonly string[]) => {
      const form = new URLSearchParams(valid());
      form.delete(name);
      for (const value of values) form.append(name, value);
      return form;
    };
    const sent = [changed('a', 'a'), changed(''), changed(long), changed(unreadable)];
    for (const [index, form] of sent.entries()) {
      const wanted = expected[index];
      const response = await provider.send('POST', path, { form });
      expect(outcome(response), `${name}=${form.get(name)?.slice(0, 20)}`).toEqual(
        wanted === success ? [created, undefined] : wanted,
      );
    }
  },
);

test.each(Object.keys(endpoints) as Endpoint[])(
  'oauth %s: a body that is JSON, text, missing or oversized is refused',
  async (endpoint) => {
    const { path, valid } = endpoints[endpoint];
    const headers = { 'content-type': 'text/plain' };
    expect(outcome(await provider.send('POST', path, { json: valid() }))).toEqual([415, 'invalid_request']);
    expect(outcome(await provider.send('POST', path, { json: 'text', headers }))).toEqual([415, 'invalid_request']);
    expect(outcome(await provider.send('POST', path))).toEqual(invalid);
    const form = { ...valid(), unknown: 'x'.repeat(100_000) };
    expect(outcome(await provider.send('POST', path, { form }))).toEqual([413, 'invalid_request']);
  },
);

test('oauth: credentials of another client are invalid_client or invalid_request, and consume nothing', async () => {
  const other = await confidentialClient(provider, { redirectUris: ['http://127.0.0.1/callback'] });
  const mixed = { client_id: other.client_id, client_secret: server.client_secret };
  for (const { path, valid } of Object.values(endpoints))
    expect(outcome(await provider.send('POST', path, { form: { ...valid(), ...mixed } }))).toEqual(refused);
  const basic = Buffer.from(`${server.client_id}:${server.client_secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  const push = validPush();
  expect(outcome(await provider.send('POST', '/oauth/par', { form: push, headers }))).toEqual(invalid);
  // The same code challenge is accepted after all refusals: none of them started a sign-in.
  expect(outcome(await provider.send('POST', '/oauth/par', { form: push }))).toEqual([201, undefined]);
});

const logoutRows: readonly (readonly [name: string, values: readonly string[], status: number])[] = [
  ...['id_token_hint', 'client_id', 'post_logout_redirect_uri'].flatMap((name) => [
    [name, ['a', 'a'], 400] as const,
    [name, [long], 400] as const,
    [name, ['a\0b'], 400] as const,
  ]),
  ['state', ['a', 'a'], 400],
  ['state', [long], 400],
  ['unknown', ['a', 'a'], 200],
  ['unknown', [long], 200],
];

test.each(logoutRows)('oauth end_session: %s as %j is an HTML page with %i', async (name, values, status) => {
  const session = await provider.signIn();
  const form = new URLSearchParams({ id_token_hint: session.idToken });
  form.delete(name);
  for (const value of values) form.append(name, value);
  for (const response of [
    await provider.send('GET', `/oauth/end_session?${form.toString()}`),
    await provider.send('POST', '/oauth/end_session', { form }),
  ]) {
    expect([response.status, response.headers.get('location')]).toEqual([status, null]);
    expect(response.headers.get('content-type')).toContain('text/html');
  }
  if (status === 400) expect((await provider.refresh(session.refreshToken)).status).toBe(200);
});

test('oauth end_session: empty parameters are omitted ones', async () => {
  const form = { client_id: '', post_logout_redirect_uri: '', state: '', id_token_hint: '' };
  const response = await provider.send('POST', '/oauth/end_session', { form });
  expect([response.status, response.body['text']]).toEqual([200, expect.stringContaining('Sign out?')]);
});

const digest = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
test('oauth attestations: bodies of wrong types, sizes and members are invalid_request', async () => {
  const key = newKey();
  const { accessToken } = await provider.signIn(key);
  const url = `${provider.url}/oauth/attestations`;
  const attest = async (json: unknown, holder = key) => {
    const dpop = await proof({ method: 'POST', url, accessToken }, holder);
    const headers = { authorization: `DPoP ${accessToken}`, dpop };
    return outcome(await provider.send('POST', '/oauth/attestations', { json, headers }));
  };
  const purpose = 'commit';
  const wrong: readonly unknown[] = [
    {},
    [],
    null,
    'text',
    1,
    { digest },
    { digest: '', purpose },
    { digest: 1, purpose },
    { digest: [digest], purpose },
    { digest: long, purpose },
    { purpose },
    { digest, purpose: '' },
    { digest, purpose: null },
    { digest, purpose: long },
    { digest, purpose: 'a\0' },
    { digest, purpose, sub: 'another' },
  ];
  for (const json of wrong) expect([json, await attest(json)]).toEqual([json, invalid]);
  expect(await attest({ digest, purpose: 'x'.repeat(100_000) })).toEqual([413, 'invalid_request']);
  expect(await attest({ digest, purpose: 'commit' }, newKey())).toEqual([401, 'invalid_token']);
  expect(await attest({ digest, purpose: 'commit' })).toEqual([201, undefined]);
});

const redirect_uris = ['http://127.0.0.1/callback'];
const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
const keyed = (key: object) => ({
  redirect_uris,
  token_endpoint_auth_method: 'private_key_jwt',
  jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', x, ...key }] },
});
test.each<[string, unknown, Expected]>([
  ['an empty object', {}, [400, 'invalid_redirect_uri']],
  ['a list', [], invalid],
  ['a redirect URI with a NUL', { redirect_uris: ['https://a.example/\0'] }, [400, 'invalid_redirect_uri']],
  [
    'a redirect URI with half a character',
    { redirect_uris: ['https://a.example/\ud800'] },
    [400, 'invalid_redirect_uri'],
  ],
  [
    'a redirect URI with a bare percent sign',
    { redirect_uris: ['https://a.example/%'] },
    [400, 'invalid_redirect_uri'],
  ],
  ['one redirect URI twice', { redirect_uris: [...redirect_uris, ...redirect_uris] }, success],
  ['a redirect URI with an IPv6 host', { redirect_uris: ['http://[::1]:8080/callback'] }, success],
  [
    'a logout target with half a character',
    { redirect_uris, post_logout_redirect_uris: ['https://a.example/\ud800'] },
    [400, 'invalid_client_metadata'],
  ],
  [
    'a logout endpoint with a NUL',
    { redirect_uris, backchannel_logout_uri: 'https://a.example/\0' },
    [400, 'invalid_client_metadata'],
  ],
  ['a name with half a character', { redirect_uris, client_name: 'a\ud800' }, [400, 'invalid_client_metadata']],
  ['a key with a NUL in its kid', keyed({ kid: 'a\0' }), [400, 'invalid_client_metadata']],
  ['a key with a NUL in its coordinate', keyed({ x: `${x}\0` }), [400, 'invalid_client_metadata']],
  ['a key', keyed({ kid: 'a' }), success],
  ['an unknown member of 60,000 characters', { redirect_uris, note: 'x'.repeat(60_000) }, success],
  ['a body of 100,000 characters', { redirect_uris, note: 'x'.repeat(100_000) }, [413, 'invalid_request']],
])('oauth register: %s is accepted or gets the error of RFC 7591 §3.2.2', async (_what, json, expected) => {
  const response = await provider.send('POST', '/oauth/register', { json });
  expect(outcome(response)).toEqual(expected === success ? [201, undefined] : expected);
});

test('oauth register: client_id and client_secret of another client are ignored', async () => {
  const { status, body } = await provider.send('POST', '/oauth/register', { json: { redirect_uris, ...server } });
  expect(status).toBe(201);
  expect([body['client_id'], body['client_secret']]).not.toEqual([server.client_id, server.client_secret]);
  const form = { ...server, token: tokens.accessToken };
  expect((await provider.send('POST', '/oauth/introspect', { form })).body['active']).toBe(true);
});
