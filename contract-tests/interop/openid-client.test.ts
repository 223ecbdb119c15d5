import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { throughApprovalPage } from '../fixtures/passkey-browser.ts';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { decode } from '../fixtures/protocol/keys.ts';

// openid-client from npm, directly against the provider. It verifies state, iss (RFC 9207), the id_token's signature, iss,
// aud, exp and nonce, and the sub of userinfo.
const redirectUri = 'http://127.0.0.1:53117/callback';

const provider = useStarted(startProvider);

/** Allows http, which the provider of the test uses; all checks of messages stay enabled. */
async function discover(): Promise<client.Configuration> {
  const config = await client.discovery(new URL(provider.url), provider.clientId, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  client.enableNonRepudiationChecks(config);
  return config;
}

/** Signs in by redirect, with the decision on another device. */
async function signIn(config: client.Configuration, DPoP?: client.DPoPHandle) {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
  const jkt = await DPoP?.calculateThumbprint();
  const authorizationUrl = client.buildAuthorizationUrl(config, {
    response_mode: 'query',
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...(jkt !== undefined && { dpop_jkt: jkt }),
  });
  const back = await throughApprovalPage(authorizationUrl, provider.owner);
  return client.authorizationCodeGrant(
    config,
    back,
    { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true },
    undefined,
    DPoP && { DPoP },
  );
}

test.each(['Bearer', 'DPoP with EdDSA', 'DPoP with Ed25519'])(
  'openid-client: completes discovery, code, id_token, userinfo, refresh and revocation: %s',
  async (name) => {
    const config = await discover();
    expect(config.serverMetadata().supportsPKCE()).toBe(true);
    const algorithm = name.split(' with ')[1];
    const keyPair = algorithm === undefined ? undefined : await client.randomDPoPKeyPair('Ed25519');
    const DPoP =
      keyPair &&
      client.getDPoPHandle(config, keyPair, {
        [client.modifyAssertion]: (header) => {
          header['alg'] = algorithm;
        },
      });
    const options = DPoP && { DPoP };
    const type = DPoP ? 'dpop' : 'bearer';

    const tokens = await signIn(config, DPoP);
    const claims = tokens.claims();
    expect([tokens.token_type, claims?.sub, claims?.aud]).toEqual([type, provider.owner.sub, provider.clientId]);
    expect(decode(tokens.access_token).claims['cnf']).toEqual(DPoP && { jkt: await DPoP.calculateThumbprint() });
    const userinfo = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '', options);
    expect(userinfo.sub).toBe(provider.owner.sub);

    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, options);
    expect([refreshed.token_type, refreshed.claims()?.sub]).toEqual([type, provider.owner.sub]);
    expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
    const again = await client.fetchUserInfo(config, refreshed.access_token, provider.owner.sub, options);
    expect(again.sub).toBe(provider.owner.sub);

    await client.tokenRevocation(config, refreshed.refresh_token ?? '');
    await expect(
      client.fetchUserInfo(config, refreshed.access_token, provider.owner.sub, options),
    ).rejects.toMatchObject({ code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', status: 401 });
    await expect(
      client.refreshTokenGrant(config, refreshed.refresh_token ?? '', undefined, options),
    ).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  },
);

test('openid-client: a declined sign-in is reported as access_denied', async () => {
  const config = await discover();
  const [pkceCodeVerifier, expectedState, nonce] = [
    client.randomPKCECodeVerifier(),
    client.randomState(),
    client.randomNonce(),
  ];
  const authorizationUrl = client.buildAuthorizationUrl(config, {
    response_mode: 'query',
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce,
  });
  const back = await throughApprovalPage(authorizationUrl, provider.owner, 'reject');
  await expect(
    client.authorizationCodeGrant(config, back, { pkceCodeVerifier, expectedState, expectedNonce: nonce }),
  ).rejects.toMatchObject({ error: 'access_denied' });
});

test('openid-client: rejects the code of another sign-in', async () => {
  const config = await discover();
  const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('Ed25519'));
  const { query } = provider.flow({ response_mode: 'query', redirect_uri: redirectUri });
  const foreign = await throughApprovalPage(
    `${provider.url}/oauth/authorize?${new URLSearchParams(query).toString()}`,
    provider.owner,
  );
  const checks = { pkceCodeVerifier: client.randomPKCECodeVerifier(), expectedNonce: query['nonce'] ?? '' };
  await expect(
    client.authorizationCodeGrant(config, foreign, { ...checks, expectedState: client.randomState() }),
  ).rejects.toMatchObject({ code: 'OAUTH_INVALID_RESPONSE' });
  await expect(
    client.authorizationCodeGrant(config, foreign, { ...checks, expectedState: query['state'] ?? '' }, undefined, {
      DPoP,
    }),
  ).rejects.toMatchObject({ error: 'invalid_grant' });
});
