import { expect, test } from 'vitest';
import { finishRedirect, startRedirect } from './sign-in-attempt.ts';

// Does not resolve, like a public address inside a container.
const issuer = 'http://sso.invalid';
const redirectUri = 'http://web.invalid/try/callback';
const attempt = { verifier: 'v', state: 's' };

/** A provider that accepts every code; `forms` contains the token requests. */
function network() {
  const forms: Record<string, string>[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname === '/oauth/userinfo') return Response.json({ sub: 'ada' });
    forms.push(Object.fromEntries(new URLSearchParams(await request.text())));
    return Response.json({ access_token: 'token', token_type: 'Bearer', expires_in: 60 });
  };
  return { forms, parts: { issuer, clientId: 'app', randomText: () => 'random', fetch } };
}

test('try on this device: the browser navigates in query mode to the registered address', () => {
  const { location } = startRedirect(network().parts, redirectUri);
  expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
    response_mode: 'query',
    client_id: 'app',
    redirect_uri: redirectUri,
    code_challenge_method: 'S256',
  });
});

test('try on this device: the code is redeemed with its verifier and redirect URI', async () => {
  const { parts, forms } = network();
  const state = await finishRedirect(parts, redirectUri, attempt, { code: 'c', state: 's', iss: issuer });
  expect(state).toEqual({ status: 'signed in', sub: 'ada' });
  expect(forms).toMatchObject([{ code: 'c', code_verifier: 'v', redirect_uri: redirectUri, client_id: 'app' }]);
});

test.each([
  ['without an attempt in this browser', undefined, { code: 'c', state: 's', iss: issuer }],
  ['of another attempt', attempt, { code: 'c', state: 'other', iss: issuer }],
  ['of another provider', attempt, { code: 'c', state: 's', iss: 'http://other.invalid' }],
  ['with a repeated code', attempt, { code: ['c', 'd'], state: 's', iss: issuer }],
])('try on this device: a response %s is not redeemed', async (_what, pending, response) => {
  const { parts, forms } = network();
  expect(await finishRedirect(parts, redirectUri, pending, response)).toMatchObject({ status: 'failed' });
  expect(forms).toEqual([]);
});

test('try on this device: a declined sign-in is shown as declined', async () => {
  const response = { error: 'access_denied', state: 's', iss: issuer };
  expect(await finishRedirect(network().parts, redirectUri, attempt, response)).toEqual({ status: 'rejected' });
});
