import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { newKey } from '../fixtures/identity.ts';
import { decode, proof, startProvider, tokenProof } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

const provider = useStarted(() => startProvider({ env: { DPOP_NONCE: 'on' } }));

test('RFC 9449 §8: the token endpoint demands a nonce and consumes neither code nor jti', async () => {
  const key = newKey();
  const { grant } = await provider.approve({ dpop_jkt: key.jkt });
  const claims = { jti: crypto.randomUUID() };
  const send = async (nonce?: string) =>
    provider.send('POST', '/oauth/token', {
      form: grant,
      headers: { dpop: await tokenProof(provider.url, key, { claims: { ...claims, nonce } }) },
    });
  const asked = await send();
  expect([asked.status, asked.body['error']]).toEqual([400, 'use_dpop_nonce']);
  const nonce = asked.headers.get('dpop-nonce') ?? '';
  expect(nonce).toMatch(/^[\x21\x23-\x5b\x5d-\x7e]+$/);
  expect((await send(`${nonce}x`)).body['error']).toBe('use_dpop_nonce');
  expect((await send(nonce)).status).toBe(200);
});

test('RFC 9449 §8.2, §9: userinfo demands a nonce with 401, and a success renews it', async () => {
  const key = newKey();
  const { grant } = await provider.approve({ dpop_jkt: key.jkt });
  const asked = await provider.send('POST', '/oauth/token', {
    form: grant,
    headers: { dpop: await tokenProof(provider.url, key) },
  });
  const nonce = asked.headers.get('dpop-nonce');
  const dpop = await tokenProof(provider.url, key, { claims: { nonce } });
  const { body } = await provider.send('POST', '/oauth/token', { form: grant, headers: { dpop } });
  const accessToken = String(body['access_token']);
  const ask = async (claims: Record<string, unknown>) =>
    provider.send('GET', '/oauth/userinfo', {
      headers: {
        authorization: `DPoP ${accessToken}`,
        dpop: await proof({ method: 'GET', url: `${provider.url}/oauth/userinfo`, accessToken }, key, { claims }),
      },
    });
  const refused = await ask({});
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'DPoP error="use_dpop_nonce", algs="EdDSA Ed25519 ES256", scope="openid"',
  ]);
  const response = await ask({ nonce: refused.headers.get('dpop-nonce') });
  expect([response.status, response.headers.get('dpop-nonce')]).toEqual([200, expect.any(String)]);
});

test('oauth4webapi: repeats a request with the demanded nonce', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true };
  const issuer = new URL(provider.url);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const client: oauth.Client = { client_id: provider.clientId };
  const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('Ed25519'));
  const redirectUri = 'http://127.0.0.1/callback';
  const { code, verifier, query } = await provider.approve({ redirect_uri: redirectUri });
  const { state = '', nonce = '' } = query;
  const callback = new URLSearchParams({ code, state, iss: provider.url });
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
