import { expect, test } from 'vitest';
import { checkAttempt, finishRedirect, startAttempt, startRedirect } from './sign-in-attempt.ts';

// Does not resolve, like a public address inside a container.
const issuer = 'http://sso.invalid';
const ada = { ip: '198.51.100.7', userAgent: 'A browser' };
const deepLink = `${issuer}/approve/link`;

/** A provider that approves immediately; `requested` contains the requested paths in order. */
function network(state: string) {
  const requested: string[] = [];
  const responses: Readonly<Record<string, object>> = {
    '/oauth/authorize': { polling_code: 'poll', deep_link: deepLink, expired_at: 600 },
    '/oauth/poll': { status: 'authorized', authorization_code: 'code', state, iss: issuer },
    '/oauth/token': { access_token: 'token', token_type: 'Bearer', expires_in: 60 },
    '/oauth/userinfo': { sub: 'ada' },
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}));
    requested.push(
      ['authorization', 'x-forwarded-for', 'user-agent'].reduce((line, name) => {
        const value = headers.get(name);
        return value === null ? line : `${line} ${value}`;
      }, pathname),
    );
    return Response.json(responses[pathname]);
  };
  return { requested, fetch };
}

test("try: every request uses the injected fetch, and the provider receives the visitor's address and browser", async () => {
  const { requested, fetch } = network('same');
  const parts = { issuer, clientId: 'app', randomText: () => 'same', fetch };
  const pending = await startAttempt(parts, ada);
  if ('refused' in pending) throw new Error(pending.refused);
  expect(pending).toMatchObject({ deepLink, pollingCode: 'poll' });
  expect(await checkAttempt(parts, pending)).toEqual({ status: 'signed in', sub: 'ada' });
  expect(requested).toEqual([
    '/oauth/authorize 198.51.100.7 A browser',
    '/oauth/poll',
    '/oauth/token',
    '/oauth/userinfo Bearer token',
  ]);
});

test('try: a response with the state of another attempt is rejected', async () => {
  const { fetch, requested } = network('another');
  const parts = { issuer, clientId: 'app', randomText: () => 'same', fetch };
  const pending = await startAttempt(parts, ada);
  if ('refused' in pending) throw new Error(pending.refused);
  expect(await checkAttempt(parts, pending)).toMatchObject({ status: 'failed' });
  expect(requested).not.toContain('/oauth/token');
});

const redirectUri = 'http://web.invalid/try/callback';
const attempt = { verifier: 'v', state: 's' };

/** A provider that accepts every code; `forms` contains the token requests. */
function redirectNetwork() {
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
  const { location } = startRedirect(redirectNetwork().parts, redirectUri);
  expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
    response_mode: 'query',
    client_id: 'app',
    redirect_uri: redirectUri,
    code_challenge_method: 'S256',
  });
});

test('try on this device: the code is redeemed with its verifier and redirect URI', async () => {
  const { parts, forms } = redirectNetwork();
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
  const { parts, forms } = redirectNetwork();
  expect(await finishRedirect(parts, redirectUri, pending, response)).toMatchObject({ status: 'failed' });
  expect(forms).toEqual([]);
});

test('try on this device: a declined sign-in is shown as declined', async () => {
  const response = { error: 'access_denied', state: 's', iss: issuer };
  expect(await finishRedirect(redirectNetwork().parts, redirectUri, attempt, response)).toEqual({ status: 'rejected' });
});
