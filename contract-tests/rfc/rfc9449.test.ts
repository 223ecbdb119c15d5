import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import {
  confidentialClient,
  type ClientCredentials,
  proof,
  startProvider,
  type ParsedResponse,
} from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import * as oauth from 'oauth4webapi';
import { decode, newKey, type TestKey } from '../fixtures/protocol/keys.ts';

/** A service that accepts bound tokens only, and one that accepts all. */
const demanding = 'https://mcp.example';
const indifferent = 'https://other.example';

const provider = useStarted(() =>
  startProvider({
    env: {
      CLIENT_REGISTRATION: 'open',
      RESOURCE_SERVERS: `Demanding=${demanding},Indifferent=${indifferent}`,
      DPOP_RESOURCES: demanding,
    },
  }),
);
/** A public application that is registered with dpop_bound_access_tokens, and one that is not. */
let bound: string;
let plain: string;
beforeAll(async () => {
  const register = async (settings: object) => {
    const json = { redirect_uris: ['https://app.test/callback'], token_endpoint_auth_method: 'none', ...settings };
    const { body } = await provider.send('POST', '/oauth/register', { json });
    expect(body['dpop_bound_access_tokens']).toBe('dpop_bound_access_tokens' in settings ? true : undefined);
    return String(body['client_id']);
  };
  bound = await register({ dpop_bound_access_tokens: true });
  plain = await register({});
});

const outcome = ({ status, body }: ParsedResponse) => [status, body['error']];
const missingProof = [400, 'invalid_dpop_proof'];
const refresh = (client_id: string, refreshToken: unknown, key?: TestKey, further = {}) =>
  provider.exchange({ grant_type: 'refresh_token', refresh_token: String(refreshToken), client_id, ...further }, key);

test('RFC 9449 §5.2: a client with dpop_bound_access_tokens gets no token without a proof, and a missing one consumes no code', async () => {
  const { grant } = await provider.approve({ client_id: bound });
  expect(outcome(await provider.exchange(grant))).toEqual(missingProof);
  const key = newKey();
  const tokens = await provider.exchange(grant, key);
  expect([tokens.status, tokens.body['token_type']]).toEqual([200, 'DPoP']);
  expect(outcome(await refresh(bound, tokens.body['refresh_token']))).toEqual(missingProof);
  expect((await refresh(bound, tokens.body['refresh_token'], key)).body['token_type']).toBe('DPoP');
});

test('RFC 9449 §5.2: a session from before the setting is not refreshed as Bearer, with a proof or without', async () => {
  const headers = { authorization: `Bearer ${provider.platform.adminKey}` };
  const { body } = await provider.send('POST', '/api/v1/providers', { headers, json: { name: 'Shop' } });
  const client = String(body['providerAddress']);
  const { grant } = await provider.approve({ client_id: client });
  const tokens = await provider.exchange(grant);
  expect(tokens.body['token_type']).toBe('Bearer');
  const changed = await provider.send('PATCH', `/api/v1/providers/${client}`, {
    headers,
    json: { dpopBoundAccessTokens: true },
  });
  expect(changed.body).toMatchObject({ dpopBoundAccessTokens: true });
  for (const key of [undefined, newKey()])
    expect(outcome(await refresh(client, tokens.body['refresh_token'], key))).toEqual(missingProof);
});

test.each([
  ['neither key nor promise', () => plain, {}, [400, 'invalid_request']],
  ['dpop_jkt', () => plain, { dpop_jkt: newKey().jkt }, [200, undefined]],
  ['a client with dpop_bound_access_tokens', () => bound, {}, [200, undefined]],
])('RFC 9728 §2: a service that needs bound tokens is asked for with %s', async (_what, client, changes, expected) => {
  const response = await provider.authorize({ client_id: client(), resource: demanding, ...changes });
  expect(outcome(response)).toEqual(expected);
  expect(outcome(await provider.authorize({ client_id: client(), resource: indifferent }))).toEqual([200, undefined]);
});

test('RFC 9449 §10.1: a proof of a pushed request is the key that the service needs', async () => {
  const { query } = provider.flow({ client_id: plain, resource: demanding });
  const push = async (key?: TestKey) =>
    provider.send('POST', '/oauth/par', {
      form: query,
      ...(key && { headers: { dpop: await proof({ method: 'POST', url: `${provider.url}/oauth/par` }, key) } }),
    });
  expect(outcome(await push())).toEqual([400, 'invalid_request']);
  expect(outcome(await push(newKey()))).toEqual([201, undefined]);
});

test('RFC 9728 §2: a service that needs bound tokens gets no Bearer token from code and refresh', async () => {
  const key = newKey();
  const { grant } = await provider.approve({ client_id: bound, resource: demanding });
  expect(outcome(await provider.exchange(grant))).toEqual(missingProof);
  expect((await provider.exchange(grant, key)).body['token_type']).toBe('DPoP');
});

test('RFC 8628 §3.1: a device is refused before a person is asked, and binds its tokens with dpop_jkt', async () => {
  const start = (client_id: string, further: Record<string, string> = {}) =>
    provider.send('POST', '/oauth/device_authorization', { form: { client_id, resource: demanding, ...further } });
  expect(outcome(await start(plain))).toEqual([400, 'invalid_request']);
  expect(outcome(await start(bound))).toEqual([200, undefined]);
  const key = newKey();
  const { body } = await start(plain, { dpop_jkt: key.jkt });
  const page = await fetch(String(body['verification_uri_complete']), { redirect: 'manual' });
  await provider.owner.decide(page.headers.get('location') ?? '', 'approve');
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: String(body['device_code']),
    client_id: plain,
  };
  expect(outcome(await provider.exchange(form))).toEqual(missingProof);
  expect(outcome(await provider.exchange(form, newKey()))).toEqual(missingProof);
  expect((await provider.exchange(form, key)).body['token_type']).toBe('DPoP');
});

test('sso: the approver reads that a key will follow', async () => {
  const shown = async (changes: Record<string, string>) => {
    const { body } = await provider.authorize(changes);
    const requestId = String(body['deep_link']).split('/').at(-1) ?? '';
    return unwrap(await provider.owner.sso.getAuthorizationRequest({ path: { requestId } }));
  };
  expect(await shown({ client_id: bound })).toMatchObject({ keyFollows: true });
  expect(await shown({ client_id: bound, dpop_jkt: newKey().jkt })).toMatchObject({ keyFollows: false });
  expect(await shown({ client_id: plain })).toMatchObject({ keyFollows: false });
});

test('sso: a confidential client with dpopBoundAccessTokens needs a proof too', async () => {
  const client: ClientCredentials = await confidentialClient(provider, { dpopBoundAccessTokens: true });
  const { grant } = await provider.approve({ client_id: client.client_id });
  expect(outcome(await provider.exchange({ ...grant, ...client }))).toEqual(missingProof);
  expect((await provider.exchange({ ...grant, ...client }, newKey())).body['token_type']).toBe('DPoP');
});

const withNonces = useStarted(() => startProvider({ env: { DPOP_NONCE: 'on' } }));

test('oauth4webapi: repeats a request with the demanded nonce', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(withNonces.url);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const client: oauth.Client = { client_id: withNonces.clientId };
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('Ed25519'));
  const redirectUri = 'http://127.0.0.1/callback';
  const { code, verifier, query } = await withNonces.approve({ redirect_uri: redirectUri });
  const { state = '', nonce = '' } = query;
  const callback = new URLSearchParams({ code, state, iss: withNonces.url });
  const parameters = oauth.validateAuthResponse(as, client, callback, state);
  const exchange = async () =>
    oauth.processAuthorizationCodeResponse(
      as,
      client,
      await oauth.authorizationCodeGrantRequest(as, client, oauth.None(), parameters, redirectUri, verifier, {
        ...insecure,
        DPoP,
      }),
      { expectedNonce: nonce, requireIdToken: true },
    );
  await expect(exchange()).rejects.toSatisfy((error) => oauth.isDPoPNonceError(error));
  const tokens = await exchange();
  expect(decode(tokens.access_token).claims).toMatchObject({ cnf: { jkt: expect.any(String) } });
});
