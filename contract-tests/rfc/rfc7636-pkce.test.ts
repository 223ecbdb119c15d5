import { beforeAll, expect, test } from 'vitest';
import { basicHeader, type ClientCredentials, confidentialClient, startProvider } from '../fixtures/sso.ts';
import { throughApprovalPage } from '../fixtures/passkey-browser.ts';
import { useStarted } from '../fixtures/use-started.ts';

const redirectUri = 'https://wiki.test/callback';
const withoutPkce = { code_challenge: undefined, code_challenge_method: undefined };
type Changes = Readonly<Record<string, string | undefined>>;

const provider = useStarted(startProvider);
/** Confidential clients: one must use PKCE, one need not, one needs not even a nonce. */
let strict: ClientCredentials;
let compatible: ClientCredentials;
let lenient: ClientCredentials;
beforeAll(async () => {
  const redirectUris = [redirectUri];
  strict = await confidentialClient(provider, { redirectUris });
  compatible = await confidentialClient(provider, { redirectUris, requirePkce: false });
  lenient = await confidentialClient(provider, { redirectUris, requirePkce: false, requireNonce: false });
});

/** Sends a browser to authorize; undefined removes a parameter. */
function redirecting({ client_id }: Pick<ClientCredentials, 'client_id'>, changes: Changes) {
  const { query, verifier } = provider.flow({
    client_id,
    response_mode: 'query',
    redirect_uri: redirectUri,
    ...changes,
  });
  return { verifier, url: `/oauth/authorize?${new URLSearchParams(query).toString()}` };
}

/** Returns the parameters of an error that is redirected to the application. */
async function redirectedError(client: Pick<ClientCredentials, 'client_id'>, changes: Changes) {
  const { status, headers } = await provider.send('GET', redirecting(client, changes).url);
  const location = headers.get('location') ?? '';
  expect([status, location.startsWith(`${redirectUri}?`)]).toEqual([303, true]);
  return Object.fromEntries(new URL(location).searchParams);
}

/** Signs in and redeems the code. @param verifier sent instead of the one of the request; undefined sends none */
async function redeem(client: ClientCredentials, changes: Changes, verifier: (sent: string) => string | undefined) {
  const { url, verifier: sent } = redirecting(client, changes);
  const back = await throughApprovalPage(`${provider.url}${url}`, provider.owner);
  const code_verifier = verifier(sent);
  return provider.send('POST', '/oauth/token', {
    headers: basicHeader(client),
    form: {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      ...(code_verifier !== undefined && { code_verifier }),
    },
  });
}

test('OpenID Connect Core §3.1.2.1: a confidential client with requirePkce false signs in with a nonce and without PKCE', async () => {
  const tokens = await redeem(compatible, { ...withoutPkce, state: undefined }, () => undefined);
  expect(tokens.status).toBe(200);
});

test('sso: several sign-ins without PKCE do not count as a used code challenge', async () => {
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await provider.send('GET', redirecting(compatible, withoutPkce).url)).status).toBe(303);
});

test('RFC 9700 §2.1.1: a code without challenge is refused with a code_verifier, and works without it', async () => {
  const refused = await redeem(compatible, withoutPkce, (sent) => sent);
  expect([refused.status, refused.body]).toMatchObject([400, { error: 'invalid_grant' }]);
});

test.each<[string, (sent: string) => string | undefined]>([
  ['no code_verifier', () => undefined],
  ['another code_verifier', (sent) => sent.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
])('RFC 7636 §4.6: a client that need not use PKCE and did is refused with %s', async (_what, verifier) => {
  const refused = await redeem(compatible, {}, verifier);
  expect([refused.status, refused.body]).toMatchObject([400, { error: 'invalid_grant' }]);
});

test('RFC 7636 §4.6: a client that need not use PKCE and did signs in with its code_verifier', async () => {
  expect((await redeem(compatible, {}, (sent) => sent)).status).toBe(200);
});

test('RFC 9700 §2.1.1: without PKCE a nonce is required, whatever the state', async () => {
  const response = await redirectedError(compatible, { ...withoutPkce, nonce: undefined });
  expect(response).toMatchObject({ error: 'invalid_request', error_description: expect.stringContaining('nonce') });
});

test('RFC 9700 §2.1: requireNonce false accepts a state instead of the nonce, and never neither', async () => {
  expect((await redeem(lenient, { ...withoutPkce, nonce: undefined }, () => undefined)).status).toBe(200);
  expect((await redeem(lenient, { ...withoutPkce, state: undefined }, () => undefined)).status).toBe(200);
  const neither = await redirectedError(lenient, { ...withoutPkce, nonce: undefined, state: undefined });
  expect(neither['error']).toBe('invalid_request');
});

test.each([
  ['a confidential client by default', () => strict],
  ['a public client', () => ({ client_id: provider.clientId })],
])('RFC 9700 §2.1.1: %s needs PKCE', async (_who, client) => {
  const address = client() === strict ? redirectUri : 'http://127.0.0.1:53117/callback';
  const { url } = redirecting(client(), { ...withoutPkce, redirect_uri: address });
  const { status, headers } = await provider.send('GET', url);
  const parameters = new URL(headers.get('location') ?? '').searchParams;
  expect([status, parameters.get('error')]).toEqual([303, 'invalid_request']);
  expect(parameters.get('error_description')).toContain('code_challenge is missing');
});

test('RFC 9126 §2.1: a pushed request without PKCE is judged like a direct one', async () => {
  const push = (client: ClientCredentials, changes: Changes) =>
    provider.send('POST', '/oauth/par', {
      headers: basicHeader(client),
      form: provider.flow({
        client_id: client.client_id,
        response_mode: 'query',
        redirect_uri: redirectUri,
        ...changes,
      }).query,
    });
  expect((await push(compatible, withoutPkce)).status).toBe(201);
  expect((await push(compatible, { ...withoutPkce, nonce: undefined })).status).toBe(400);
  expect((await push(strict, withoutPkce)).status).toBe(400);
});

test.each<[string, Changes]>([
  ['a method without a challenge', { code_challenge: undefined }],
  ['a challenge without a method, which would mean plain', { code_challenge_method: undefined }],
])('RFC 7636 §4.3: %s is invalid_request', async (_what, changes) => {
  expect((await redirectedError(compatible, changes))['error']).toBe('invalid_request');
});

test('sso: with response_mode=json PKCE is required of every client', async () => {
  const { query } = provider.flow({ client_id: compatible.client_id, ...withoutPkce });
  const response = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`);
  expect([response.status, response.body]).toMatchObject([400, { error: 'invalid_request' }]);
});

test('RFC 6749 §3.3: an absent scope means openid in the redirect modes', async () => {
  const tokens = await redeem(compatible, { scope: undefined }, (sent) => sent);
  expect([tokens.status, tokens.body['scope']]).toEqual([200, undefined]);
  expect(tokens.body).toHaveProperty('id_token');
});

test.each([
  ['a public application', { tokenEndpointAuthMethod: 'none', requirePkce: false }],
  ['an application that must use PKCE', { tokenEndpointAuthMethod: 'client_secret_basic', requireNonce: false }],
])('sso createProvider: %s cannot be registered without its protection', async (_what, settings) => {
  const headers = { authorization: `Bearer ${provider.platform.adminKey}` };
  const json = { name: 'Wiki', ...settings };
  const created = await provider.send('POST', '/api/v1/providers', { headers, json });
  expect([created.status, created.body]).toMatchObject([400, { error: 'invalid_request' }]);
  const { tokenEndpointAuthMethod: _method, ...change } = settings;
  const path = `/api/v1/providers/${_method === 'none' ? provider.clientId : strict.client_id}`;
  const changed = await provider.send('PATCH', path, { headers, json: change });
  expect([changed.status, changed.body]).toMatchObject([400, { error: 'invalid_request' }]);
});
