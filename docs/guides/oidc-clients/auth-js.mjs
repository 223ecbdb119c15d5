// Signs a person in with Auth.js (@auth/core). In a framework its adapter calls Auth(); register the redirect URI
// https://your.app/auth/callback/platform.
//
//   node auth-js.mjs https://sso.example 00000006010000000000000000000001 http://127.0.0.1:53117/auth/callback/platform
import { createInterface } from 'node:readline/promises';
import { Auth, customFetch } from '@auth/core';

const [issuer, clientId, redirectUri] = process.argv.slice(2);
const app = new URL(redirectUri).origin;
const config = {
  basePath: '/auth',
  secret: crypto.randomUUID(),
  trustHost: true,
  providers: [
    {
      id: 'platform',
      name: 'Platform',
      type: 'oidc',
      issuer,
      clientId,
      client: { token_endpoint_auth_method: 'none' },
      checks: ['pkce', 'state'],
      [customFetch]: fetch,
      profile: ({ sub }) => ({ id: sub, name: sub }),
    },
  ],
  callbacks: {
    // Without it the session has an id that Auth.js makes up.
    jwt: ({ token, account }) => (account ? { ...token, sub: account.providerAccountId } : token),
    session: ({ session, token }) => ({ ...session, sub: token.sub }),
  },
};

const cookies = new Map();
/** Calls Auth.js as the browser does, with the cookies that it set. */
async function visit(url, body) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, ...(body && { 'content-type': 'application/x-www-form-urlencoded' }) };
  const response = await Auth(new Request(url, { headers, ...(body && { method: 'POST', body }) }), config);
  for (const set of response.headers.getSetCookie()) {
    const [name, ...value] = set.split(';')[0].split('=');
    cookies.set(name, value.join('='));
  }
  return response;
}

const { csrfToken } = await (await visit(`${app}/auth/csrf`)).json();
const started = await visit(`${app}/auth/signin/platform`, new URLSearchParams({ csrfToken }));
console.log(JSON.stringify({ authorizationUrl: started.headers.get('location') }));
// The address to which the browser returned.
const callback = await createInterface({ input: process.stdin }).question('');

await visit(callback);
const { sub } = await (await visit(`${app}/auth/session`)).json();
console.log(JSON.stringify({ sub, userinfo: sub }));
process.exit();
