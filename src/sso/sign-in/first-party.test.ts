import { beforeAll, expect, test } from 'vitest';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { type SignedInBrowser, signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import {
  adminKey,
  authorize,
  clientId,
  flow,
  form,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import type { Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';

const portal = '0000000601000000000000000000000a';
const callback = 'https://app.test/portal/callback';

const sso = useStarted(startSso);
beforeAll(async () => {
  await sso.seedProvider({
    address: portal,
    name: 'Developer portal',
    redirectUris: [callback],
    allowedOrigins: ['https://app.test'],
    kind: 'own',
  });
});

type Changes = Record<string, string | undefined>;
const redirecting = (changes: Changes = {}) =>
  flow({ response_mode: undefined, client_id: portal, redirect_uri: callback, ...changes });

interface StartedSignIn {
  readonly verifier: string;
  readonly location: URL;
  readonly requestCookie: string;
}

async function startSignIn(changes: Changes, cookie?: string): Promise<StartedSignIn> {
  const attempt = redirecting(changes);
  const headers = { referer: 'https://app.test/portal', ...(cookie !== undefined && { cookie }) };
  const response = await authorize(sso, attempt.query, headers);
  expect(response.statusCode).toBe(303);
  return {
    verifier: attempt.verifier,
    location: new URL(String(response.headers.location)),
    requestCookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
  };
}

const errorIn = ({ location }: StartedSignIn) => location.searchParams.get('error');

/** Approves on the approval page in the requesting browser, with a passkey. */
async function approve(browser: SignedInBrowser, { location, requestCookie }: StartedSignIn): Promise<void> {
  const requestId = location.pathname.split('/').at(-1) ?? '';
  const assertion = await browser.assert({ action: 'approve_request', requestId });
  const body = { decision: 'approve', clientId: portal, dpopJkt: null, assertion };
  const response = await browser.send('POST', `requests/${requestId}/decision`, body, requestCookie);
  expect(response.statusCode).toBe(200);
}

async function approvedBrowser(): Promise<SignedInBrowser> {
  const browser = await signInBrowser(sso);
  await approve(browser, await startSignIn({}, browser.cookie));
  return browser;
}

async function claimsOf({ location, verifier }: StartedSignIn) {
  const response = await form(sso, '/oauth/token', {
    grant_type: 'authorization_code',
    code: location.searchParams.get('code') ?? '',
    client_id: portal,
    code_verifier: verifier,
    redirect_uri: callback,
  });
  expect(response.statusCode).toBe(200);
  return decode(response.json<Tokens>().id_token).claims;
}

const seconds = () => Math.floor(sso.clock.now.getTime() / 1000);

test('sso: prompt=none of an own application is login_required without and consent_required with a signed-in owner', async () => {
  expect(errorIn(await startSignIn({ prompt: 'none' }))).toBe('login_required');
  const { cookie } = await signInBrowser(sso);
  expect(errorIn(await startSignIn({ prompt: 'none' }, cookie))).toBe('consent_required');
});

test('sso: after one approval prompt=none succeeds silently and keeps auth_time and amr', async () => {
  const browser = await approvedBrowser();
  const approvedAt = seconds();
  sso.advance(3600);
  for (const prompt of ['none', undefined]) {
    const started = await startSignIn({ prompt }, browser.cookie);
    expect(Object.fromEntries(started.location.searchParams)).toMatchObject({
      code: expect.any(String),
      state: 'state-of-the-call',
      iss: 'http://localhost:4001',
    });
    expect(await claimsOf(started)).toMatchObject({
      sub: browser.sub,
      auth_time: approvedAt,
      amr: ['pop', 'user', 'mfa'],
      nonce: 'nonce-of-the-call',
    });
  }
});

test('sso: max_age requires a new ceremony, which updates auth_time', async () => {
  const browser = await approvedBrowser();
  sso.advance(601);
  expect(errorIn(await startSignIn({ prompt: 'none', max_age: '600' }, browser.cookie))).toBe('login_required');
  const started = await startSignIn({ max_age: '600' }, browser.cookie);
  expect(started.location.pathname).toMatch(/^\/approve\//);
  await approve(browser, started);
  const at = seconds();
  sso.advance(60);
  expect((await claimsOf(await startSignIn({ prompt: 'none', max_age: '600' }, browser.cookie)))['auth_time']).toBe(at);
});

const sameOrigin = { origin: 'http://localhost:4001' };
const linkSecretOf = ({ location }: StartedSignIn) => location.pathname.split('/').at(-1) ?? '';

const post = (path: string, payload: object, cookie?: string) =>
  sso.app.inject({
    method: 'POST',
    url: `/api/v1/owner/${path}`,
    headers: { ...sameOrigin, ...(cookie !== undefined && { cookie }) },
    payload,
  });

const cookieOf = (response: Awaited<ReturnType<typeof post>>) => String(response.headers['set-cookie']).split(';')[0];
const challengeIn = (response: Awaited<ReturnType<typeof post>>) =>
  response.json<{ publicKey: { challenge: string } }>().publicKey.challenge;

/** Signs in on the approval page. @param cookie of the browser @param requestId repeated with the assertion */
async function signInAt(
  { authenticator, sub }: SignedInBrowser,
  started: StartedSignIn,
  cookie: string = started.requestCookie,
  requestId: string = linkSecretOf(started),
) {
  authenticator.belongsTo(sub);
  const challenge = challengeIn(await post('session/options', { requestId: linkSecretOf(started) }, cookie));
  return post('session', { credential: authenticator.get(challenge), requestId }, cookie);
}

/** Approves without an assertion in the requesting browser. */
async function decideSilently(
  started: StartedSignIn,
  ownerCookie: string | undefined,
  requestCookie = started.requestCookie,
) {
  const url = `requests/${linkSecretOf(started)}`;
  const cookie = `${ownerCookie}; ${requestCookie}`;
  const read = await sso.app.inject({ url: `/api/v1/owner/${url}`, headers: { ...sameOrigin, cookie } });
  const body = { decision: 'approve', clientId: portal, dpopJkt: null };
  const decided = await post(`${url}/decision`, body, cookie);
  return { ...read.json<{ assertionRequired: boolean }>(), decided };
}

test('sso: signing in on the approval page of an own application is its first approval', async () => {
  const browser = await signInBrowser(sso);
  sso.advance(60);
  const started = await startSignIn({ max_age: '0' });
  const signedIn = await signInAt(browser, started);
  const at = seconds();
  const { assertionRequired, decided } = await decideSilently(started, cookieOf(signedIn));
  expect([assertionRequired, decided.statusCode]).toEqual([false, 200]);
  sso.advance(60);
  const silent = await startSignIn({ prompt: 'none' }, cookieOf(signedIn));
  expect(await claimsOf(silent)).toMatchObject({ sub: browser.sub, auth_time: at, amr: ['pop', 'user', 'mfa'] });
});

test('sso: creating the first passkey on the approval page of an own application is its first approval', async () => {
  const started = await startSignIn({});
  const requestId = linkSecretOf(started);
  const authenticator = createAuthenticator();
  const options = await post('passkeys/registration-options', { name: 'Laptop', requestId }, started.requestCookie);
  const credential = authenticator.create(challengeIn(options));
  const unbound = await post('passkeys', { credential }, started.requestCookie);
  expect([unbound.statusCode, unbound.json()]).toMatchObject([400, { error: 'passkey_refused' }]);
  const registered = await post('passkeys', { credential, requestId }, started.requestCookie);
  const { assertionRequired, decided } = await decideSilently(started, cookieOf(registered));
  expect([assertionRequired, decided.statusCode]).toEqual([false, 200]);
});

test('sso: a sign-in on the approval page is bound to the request of its challenge', async () => {
  const browser = await signInBrowser(sso);
  const [started, other] = [await startSignIn({}), await startSignIn({})];
  const refused = await signInAt(browser, started, other.requestCookie, linkSecretOf(other));
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { error: 'passkey_refused' }]);
});

test.each<[string, Changes, (started: StartedSignIn) => string | undefined]>([
  ['in another browser', {}, () => undefined],
  ['of a request with prompt=consent', { prompt: 'consent' }, ({ requestCookie }) => requestCookie],
  [
    'of another application',
    { client_id: clientId, redirect_uri: 'https://app.test/callback' },
    ({ requestCookie }) => requestCookie,
  ],
])('sso: a sign-in on the approval page %s approves nothing', async (_where, changes, cookie) => {
  const browser = await signInBrowser(sso);
  const started = await startSignIn(changes);
  const signedIn = await signInAt(browser, started, cookie(started) ?? '');
  expect(signedIn.statusCode).toBe(200);
  const { assertionRequired } = await decideSilently(started, cookieOf(signedIn));
  expect(assertionRequired).toBe(true);
  expect(errorIn(await startSignIn({ prompt: 'none' }, cookieOf(signedIn)))).toBe('consent_required');
});

test('sso: an approved own application needs no second assertion after signing in on the approval page', async () => {
  const { authenticator, sub } = await approvedBrowser();
  const started = await startSignIn({});
  authenticator.belongsTo(sub);
  const challenge = challengeIn(await post('session/options', {}));
  const signedIn = await post('session', { credential: authenticator.get(challenge) });
  const { assertionRequired, decided } = await decideSilently(started, cookieOf(signedIn));
  expect([assertionRequired, decided.statusCode]).toEqual([false, 200]);
});

test('sso: in another browser than the requesting one an own application is not approved', async () => {
  const browser = await approvedBrowser();
  const started = await startSignIn({});
  const requestId = started.location.pathname.split('/').at(-1) ?? '';
  const read = await browser.send('GET', `requests/${requestId}`);
  expect(read.json()).toMatchObject({ sameBrowserRequired: true, comparison: 'none', comparisonChoices: [] });
  const assertion = await browser.assert({ action: 'approve_request', requestId });
  const body = { decision: 'approve', clientId: portal, dpopJkt: null, withoutComparison: true, assertion };
  const decided = await browser.send('POST', `requests/${requestId}/decision`, body);
  expect([decided.statusCode, decided.json()]).toMatchObject([403, { error: 'same_browser_required' }]);
});

test('sso: any other application never succeeds silently', async () => {
  const browser = await approvedBrowser();
  const query = { client_id: clientId, redirect_uri: 'https://app.test/callback' };
  expect(errorIn(await startSignIn({ ...query, prompt: 'none' }, browser.cookie))).toBe('login_required');
  expect((await startSignIn(query, browser.cookie)).location.pathname).toMatch(/^\/approve\//);
});

test('sso: disconnecting an own application ends its silent sign-in', async () => {
  const browser = await approvedBrowser();
  await claimsOf(await startSignIn({ prompt: 'none' }, browser.cookie));
  const revoked = await browser.send('DELETE', `clients/${portal}`);
  expect(revoked.statusCode).toBe(200);
  expect(errorIn(await startSignIn({ prompt: 'none' }, browser.cookie))).toBe('consent_required');
});

test.each([
  ['its owner', (sessionId: string, browser: SignedInBrowser) => browser.send('DELETE', `sessions/${sessionId}`)],
  [
    'an administrator',
    (sessionId: string, { sub }: SignedInBrowser) =>
      sso.app.inject({
        method: 'DELETE',
        url: `/api/v1/owners/${sub}/sessions/${sessionId}`,
        headers: { authorization: `Bearer ${adminKey}` },
      }),
  ],
])('sso: disconnecting a session of an own application by %s ends its silent sign-in', async (_who, disconnect) => {
  const browser = await approvedBrowser();
  await claimsOf(await startSignIn({ prompt: 'none' }, browser.cookie));
  const { sessions } = (await browser.send('GET', 'sessions')).json<{ sessions: { sessionId: string }[] }>();
  expect(sessions.length).toBeGreaterThan(0);
  for (const { sessionId } of sessions) expect((await disconnect(sessionId, browser)).statusCode).toBe(204);
  expect(errorIn(await startSignIn({ prompt: 'none' }, browser.cookie))).toBe('consent_required');
});

test.each([
  ['twice', (cookie: string) => ({ cookie: `${cookie}; ${cookie}` })],
  ['of an ended session', () => ({ cookie: `owner_session=${'A'.repeat(43)}` })],
])('sso: an owner cookie %s causes no silent sign-in', async (_name, headers) => {
  const browser = await approvedBrowser();
  const { cookie } = headers(browser.cookie);
  expect(errorIn(await startSignIn({ prompt: 'none' }, cookie))).toBe('login_required');
});

test('sso: a form causes no silent sign-in, because another site can submit it', async () => {
  const browser = await approvedBrowser();
  const response = await form(sso, '/oauth/authorize', redirecting({ prompt: 'none' }).query, {
    cookie: browser.cookie,
  });
  expect(new URL(String(response.headers.location)).searchParams.get('error')).toBe('login_required');
});

test('RFC 9396: authorize refuses details of an own application, which is approved without a page', async () => {
  const details = JSON.stringify([{ type: 'payment', amount: '1', token: 'USDC', payee: '6Yx7sPZ1' }]);
  expect(errorIn(await startSignIn({ authorization_details: details }))).toBe('invalid_authorization_details');
});
