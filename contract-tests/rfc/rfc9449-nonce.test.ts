import * as oauth from 'oauth4webapi';
import { expect, test } from 'vitest';
import { decode, startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

const provider = useStarted(() => startProvider({ env: { DPOP_NONCE: 'on' } }));

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
