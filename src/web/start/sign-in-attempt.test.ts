import { expect, test } from 'vitest';
import { checkAttempt, startAttempt } from './sign-in-attempt.ts';

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
