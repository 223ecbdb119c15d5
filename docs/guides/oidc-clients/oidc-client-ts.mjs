// Signs a person in with oidc-client-ts 3. In a browser leave out the stateStore, and use UserManager.signinRedirect()
// and signinCallback().
//
//   node oidc-client-ts.mjs https://sso.example 00000006010000000000000000000001 http://127.0.0.1:53117/callback
import { createInterface } from 'node:readline/promises';
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts';

const [authority, client_id, redirect_uri] = process.argv.slice(2);
const client = new OidcClient({
  authority,
  client_id,
  redirect_uri,
  loadUserInfo: true,
  stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
});

const { url: authorizationUrl } = await client.createSigninRequest({});
console.log(JSON.stringify({ authorizationUrl }));
// The address to which the browser returned.
const callback = await createInterface({ input: process.stdin }).question('');

const { profile } = await client.processSigninResponse(callback);
console.log(JSON.stringify({ sub: profile.sub, userinfo: profile.sub }));
process.exit();
