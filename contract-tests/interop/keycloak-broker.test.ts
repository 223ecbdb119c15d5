import { randomBytes, randomUUID } from 'node:crypto';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { type ClientCredentials, confidentialClient, startProvider } from '../fixtures/sso.ts';
import { throughApprovalPage } from '../fixtures/passkey-browser.ts';
import { useStarted } from '../fixtures/use-started.ts';

// What Keycloak sends and checks as a broker of "OpenID Connect v1.0" identity providers with the defaults of its form, and
// PKCE switched on: client_secret_post, scope openid, validated signatures by the JWKS URL.
const broker = 'https://keycloak.example/realms/main/broker/platform/endpoint';

const provider = useStarted(startProvider);
let client: ClientCredentials;
let metadata: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  client = await confidentialClient(provider, {
    redirectUris: [broker],
    postLogoutRedirectUris: [`${broker}/logout_response`],
  });
  metadata = (await provider.send('GET', '/.well-known/openid-configuration')).body;
});

const endpoint = (name: string) => new URL(String(metadata[name]));

async function signIn(): Promise<{ readonly idToken: string; readonly accessToken: string; readonly nonce: string }> {
  const [verifier, nonce] = [randomBytes(48).toString('base64url'), randomBytes(16).toString('base64url')];
  // Keycloak joins its own state, a tab and a client by dots.
  const state = `${randomBytes(32).toString('base64url')}.${randomBytes(8).toString('base64url')}.${randomUUID()}`;
  const url = endpoint('authorization_endpoint');
  url.search = new URLSearchParams({
    scope: 'openid',
    state,
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: broker,
    nonce,
    code_challenge: s256Challenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const back = await throughApprovalPage(url, provider.owner);
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([broker, state]);
  const { status, body } = await provider.send('POST', endpoint('token_endpoint').pathname, {
    form: {
      ...client,
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: broker,
      code_verifier: verifier,
    },
  });
  expect([status, body['token_type']]).toEqual([200, 'Bearer']);
  return { idToken: String(body['id_token']), accessToken: String(body['access_token']), nonce };
}

test('Keycloak as broker: discovery fills its form', () => {
  for (const name of [
    'authorization_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
    'end_session_endpoint',
    'jwks_uri',
  ])
    expect(String(metadata[name])).toMatch(new RegExp(`^${provider.url}/`));
  expect(metadata['issuer']).toBe(provider.url);
  expect(metadata['token_endpoint_auth_methods_supported']).toContain('client_secret_post');
});

test('Keycloak as broker: a key of the set with use sig and the kid of the id_token verifies it, for this client alone', async () => {
  const { idToken, nonce } = await signIn();
  const { keys } = (await provider.send('GET', endpoint('jwks_uri').pathname)).body as unknown as JSONWebKeySet;
  const { kid } = decodeProtectedHeader(idToken);
  const usable = keys.filter((key) => key.use === 'sig' && key.kid === kid);
  expect(usable).toHaveLength(1);
  const { payload } = await jwtVerify(idToken, createLocalJWKSet({ keys: usable }), {
    issuer: provider.url,
    audience: client.client_id,
  });
  expect(payload).toMatchObject({ nonce, sub: provider.owner.sub, sid: expect.any(String) });
  expect([undefined, client.client_id]).toContain(payload['azp']);
});

test('Keycloak as broker: userinfo is JSON and has the sub of the id_token', async () => {
  const { accessToken } = await signIn();
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await provider.send('GET', endpoint('userinfo_endpoint').pathname, { headers });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.body['sub']).toBe(provider.owner.sub);
});

test('Keycloak as broker: a logout with id_token_hint returns to its logout address with the state', async () => {
  const { idToken } = await signIn();
  const url = endpoint('end_session_endpoint');
  const state = randomUUID();
  url.search = new URLSearchParams({
    state,
    id_token_hint: idToken,
    post_logout_redirect_uri: `${broker}/logout_response`,
  }).toString();
  const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  expect(response.headers.get('location')).toBe(`${broker}/logout_response?state=${state}`);
});
