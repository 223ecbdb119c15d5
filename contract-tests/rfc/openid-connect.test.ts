import { request } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { jwkThumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { proof, startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const provider = useStarted(startProvider);

const seconds = () => Math.floor(Date.now() / 1000);

test('RFC 8414 §2, OpenID Connect Discovery §3: the metadata is complete and correct [A3]', async () => {
  const { body, headers } = await provider.send('GET', '/.well-known/openid-configuration');
  const at = (path: string) => `${provider.url}${path}`;
  // Later versions add members.
  expect(body).toMatchObject({
    issuer: provider.url,
    authorization_endpoint: at('/oauth/authorize'),
    token_endpoint: at('/oauth/token'),
    userinfo_endpoint: at('/oauth/userinfo'),
    jwks_uri: at('/oauth/jwks'),
    revocation_endpoint: at('/oauth/revoke'),
    poll_endpoint: at('/oauth/poll'),
    response_types_supported: ['code'],
    response_modes_supported: ['json', 'query', 'form_post'],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'urn:ietf:params:oauth:grant-type:device_code',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'urn:openid:params:grant-type:ciba',
    ],
    subject_types_supported: ['public', 'pairwise'],
    scopes_supported: ['openid', 'profile', 'forum:write', 'forum:vote', 'notifications:host', 'payments'],
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'nonce',
      'auth_time',
      'acr',
      'amr',
      'cnf',
      'sid',
      'act',
      'name',
      'picture',
      'preferred_username',
    ],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: expect.arrayContaining(['none']),
    code_challenge_methods_supported: ['S256'],
    dpop_signing_alg_values_supported: ['EdDSA', 'Ed25519', 'ES256'],
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
    acr_values_supported: ['open_console'],
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
  });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
});

test('RFC 7517 §4: the key set contains public RSA keys of at least 2048 bits with thumbprints as kid [A3]', async () => {
  const { keys } = (await provider.send('GET', '/oauth/jwks')).body as {
    keys: { kty: 'RSA'; kid: string; n: string; e: string }[];
  };
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) {
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    expect(key).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'RS256', kid: jwkThumbprint(key) });
    expect(Buffer.from(key.n, 'base64url').length * 8).toBeGreaterThanOrEqual(2048);
  }
});

test('RFC 9068 §2: the access token has the required header and claims', async () => {
  const key = newKey();
  const before = seconds();
  const { accessToken } = await provider.signIn(key);
  const { payload, protectedHeader } = await jwtVerify(
    accessToken,
    createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`)),
  );
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'at+jwt', kid: expect.any(String) });
  expect(payload).toEqual({
    iss: provider.url,
    sub: provider.owner.sub,
    aud: [provider.clientId, provider.url],
    client_id: provider.clientId,
    jti: expect.any(String),
    scope: 'openid',
    iat: expect.any(Number),
    exp: (payload.iat ?? 0) + 900,
    auth_time: expect.any(Number),
    status: { status_list: { idx: expect.any(Number), uri: expect.stringContaining(provider.url) } },
    cnf: { jkt: key.jkt },
  });
  expect(payload.iat).toBeGreaterThanOrEqual(before);
});

test('OpenID Connect Core §2: the id_token has the required header and claims', async () => {
  const key = newKey();
  const { idToken } = await provider.signIn(key);
  const { payload, protectedHeader } = await jwtVerify(
    idToken,
    createRemoteJWKSet(new URL(`${provider.url}/oauth/jwks`)),
  );
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) });
  expect(payload).toEqual({
    iss: provider.url,
    sub: provider.owner.sub,
    amr: ['pop'],
    aud: provider.clientId,
    jti: expect.any(String),
    sid: expect.any(String),
    nonce: expect.any(String),
    auth_time: expect.any(Number),
    iat: expect.any(Number),
    exp: (payload.iat ?? 0) + 3600,
    cnf: { jkt: key.jkt },
  });
});

test('RFC 6750 §2: a token in the query or form is ignored', async () => {
  const { accessToken } = await provider.signIn();
  const inQuery = await provider.send('GET', `/oauth/userinfo?access_token=${accessToken}`);
  const inForm = await provider.send('POST', '/oauth/userinfo', { form: { access_token: accessToken } });
  expect([inQuery.status, inForm.status]).toEqual([401, 401]);
});

test('RFC 9110 §11.6.2: a repeated Authorization header is rejected', async () => {
  const key = newKey();
  const { accessToken } = await provider.signIn(key);
  const dpop = await proof({ method: 'GET', url: `${provider.url}/oauth/userinfo`, accessToken }, key);
  const { status } = await rawGet('/oauth/userinfo', [
    'Authorization',
    `DPoP ${accessToken}`,
    'Authorization',
    `DPoP ${accessToken}`,
    'DPoP',
    dpop,
  ]);
  expect(status).toBe(401);
});

test('oauth4webapi: signs in with DPoP, verifies, refreshes and revokes', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const as = await oauth.processDiscoveryResponse(
    new URL(provider.url),
    await oauth.discoveryRequest(new URL(provider.url), insecure),
  );
  const client: oauth.Client = { client_id: provider.clientId };
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('Ed25519'));
  const redirectUri = 'http://127.0.0.1/callback';
  const { code, verifier, query } = await provider.approve({ redirect_uri: redirectUri });
  const { state = '', nonce = '' } = query;

  const callback = new URLSearchParams({ code, state, iss: provider.url });
  const parameters = oauth.validateAuthResponse(as, client, callback, state);
  const response = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    { ...insecure, DPoP },
  );
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
    expectedNonce: nonce,
    requireIdToken: true,
  });
  expect(tokens.token_type).toBe('dpop');
  await oauth.validateApplicationLevelSignature(as, response, insecure);

  const { sub } = oauth.getValidatedIdTokenClaims(tokens) ?? { sub: '' };
  const userinfo = await oauth.userInfoRequest(as, client, tokens.access_token, { ...insecure, DPoP });
  expect(await oauth.processUserInfoResponse(as, client, sub, userinfo)).toMatchObject({ sub: provider.owner.sub });

  const refreshed = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(as, client, oauth.None(), tokens.refresh_token ?? '', { ...insecure, DPoP }),
  );
  const revoked = await oauth.revocationRequest(as, client, oauth.None(), refreshed.refresh_token ?? '', insecure);
  await oauth.processRevocationResponse(revoked);
  const over = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), refreshed.refresh_token ?? '', {
    ...insecure,
    DPoP,
  });
  await expect(oauth.processRefreshTokenResponse(as, client, over)).rejects.toMatchObject({ error: 'invalid_grant' });
});

/** A request whose header lines go out as they are; fetch would join them. */
function rawGet(path: string, headers: string[]): Promise<{ status: number | undefined }> {
  const url = new URL(provider.url + path);
  return new Promise((resolve, reject) => {
    request(url, { headers: ['Host', url.host, ...headers] }, (response) => {
      response.resume();
      resolve({ status: response.statusCode });
    })
      .on('error', reject)
      .end();
  });
}
