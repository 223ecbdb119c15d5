// Signs a person in with openid-client 6.
//
//   node openid-client.mjs https://sso.example 00000006010000000000000000000001 http://127.0.0.1:53117/callback
import { createInterface } from 'node:readline/promises';
import * as client from 'openid-client';

const [issuer, clientId, redirectUri] = process.argv.slice(2);
// Only a provider on this machine has http.
const options = issuer.startsWith('http:') ? { execute: [client.allowInsecureRequests] } : undefined;
const config = await client.discovery(new URL(issuer), clientId, undefined, client.None(), options);

const pkceCodeVerifier = client.randomPKCECodeVerifier();
const expectedState = client.randomState();
const authorizationUrl = client.buildAuthorizationUrl(config, {
  redirect_uri: redirectUri,
  scope: 'openid',
  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: 'S256',
  state: expectedState,
});

console.log(JSON.stringify({ authorizationUrl }));
// The address to which the browser returned.
const callback = await createInterface({ input: process.stdin }).question('');

const tokens = await client.authorizationCodeGrant(config, new URL(callback), { pkceCodeVerifier, expectedState });
const { sub } = tokens.claims();
const userinfo = await client.fetchUserInfo(config, tokens.access_token, sub);
console.log(JSON.stringify({ sub, userinfo: userinfo.sub }));
process.exit();
