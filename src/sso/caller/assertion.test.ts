import { expect, test } from 'vitest';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { type SignedInBrowser, signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { authorize, clientId, flow, form, poll, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { sendAsDevice, enrol, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

interface Pending {
  readonly requestId: string;
  readonly pollingCode: string;
  readonly verifier: string;
}

async function startRequest(changes: Record<string, string | undefined> = {}): Promise<Pending> {
  const { query, verifier } = flow(changes);
  const { deep_link = '', polling_code = '' } = (await authorize(sso, query)).json<Record<string, string>>();
  return { requestId: deep_link.split('/').at(-1) ?? '', pollingCode: polling_code, verifier };
}

const approval = { decision: 'approve', clientId, dpopJkt: null, withoutComparison: true };
const decide = (browser: SignedInBrowser, requestId: string, body: object) =>
  browser.send('POST', `requests/${requestId}/decision`, body);
const approveRequest = (requestId: string) => ({ action: 'approve_request', requestId });
const errorOf = (response: { statusCode: number; json: () => unknown }) => [
  response.statusCode,
  (response.json() as { error: string }).error,
];
const statusOf = async (pollingCode: string) => (await poll(sso, pollingCode)).json<{ status: string }>().status;

test('sso createPasskeyAssertionOptions: a stolen session cookie approves nothing, adds no passkey, deletes no passkey and no owner', async () => {
  const browser = await signInBrowser(sso);
  const { requestId, pollingCode } = await startRequest();
  const attempts = [
    await decide(browser, requestId, approval),
    await browser.send('POST', 'passkeys/registration-options', { name: 'Thief' }),
    await browser.send('DELETE', `passkeys/${browser.authenticator.id}`),
    await browser.send('DELETE', ''),
  ];
  expect(attempts.map(errorOf)).toEqual(attempts.map(() => [403, 'assertion_required']));
  expect(await statusOf(pollingCode)).toBe('pending');
  const owner = (await browser.send('GET', '')).json();
  expect(owner).toMatchObject({ sub: browser.sub, passkeys: [{ credentialId: browser.authenticator.id }] });
});

test('sso: a browser declines without an assertion', async () => {
  const browser = await signInBrowser(sso);
  const { requestId, pollingCode } = await startRequest();
  const declined = await decide(browser, requestId, { ...approval, decision: 'reject' });
  expect(declined.statusCode).toBe(200);
  expect(await statusOf(pollingCode)).toBe('rejected');
});

test('sso: an approval by passkey sets auth_time to the decision and amr to pop, user, mfa', async () => {
  const browser = await signInBrowser(sso);
  const { requestId, pollingCode, verifier } = await startRequest();
  sso.advance(20);
  const decidedAt = Math.floor(sso.clock.now.getTime() / 1000);
  const assertion = await browser.assert(approveRequest(requestId));
  expect((await decide(browser, requestId, { ...approval, assertion })).statusCode).toBe(200);
  sso.advance(5);
  const code = (await poll(sso, pollingCode)).json<{ authorization_code: string }>().authorization_code;
  const grant = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier };
  const first = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  expect(decode(first.id_token).claims).toMatchObject({ auth_time: decidedAt, amr: ['pop', 'user', 'mfa'] });
  sso.advance(100);
  const refreshed = await form(sso, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token,
    client_id: clientId,
  });
  expect(decode(refreshed.json<Tokens>().id_token).claims).toMatchObject({
    auth_time: decidedAt,
    amr: ['pop', 'user', 'mfa'],
  });
});

test('sso: auth_time is the time of the assertion in the tokens and in the browser session, while time passes', async () => {
  const browser = await signInBrowser(sso);
  const { requestId } = await startRequest();
  const assertion = await browser.assert(approveRequest(requestId));
  let ms = sso.clock.now.getTime();
  // A second passes between any two readings of the clock.
  Object.defineProperty(sso.clock, 'now', { get: () => new Date((ms += 1000)), configurable: true });
  const decided = await decide(browser, requestId, { ...approval, assertion });
  Object.defineProperty(sso.clock, 'now', { value: new Date(ms), writable: true });
  expect(decided.statusCode).toBe(200);
  const request = sso.db
    .selectFrom('sso.authorization_requests')
    .select('auth_time')
    .where('owner_sub', '=', browser.sub);
  const session = sso.db
    .selectFrom('sso.browser_sessions')
    .select('authenticated_at')
    .where('owner_sub', '=', browser.sub);
  const { auth_time: authTime } = await request.executeTakeFirstOrThrow();
  expect(authTime).toBeInstanceOf(Date);
  expect(authTime).toEqual((await session.executeTakeFirstOrThrow()).authenticated_at);
});

test('sso: an assertion approves once', async () => {
  const browser = await signInBrowser(sso);
  const [one, other] = [await startRequest(), await startRequest()];
  const assertion = await browser.assert(approveRequest(one.requestId));
  expect((await decide(browser, one.requestId, { ...approval, assertion })).statusCode).toBe(200);
  expect(errorOf(await decide(browser, other.requestId, { ...approval, assertion }))).toEqual([400, 'passkey_refused']);
});

const misused: readonly [string, (browser: SignedInBrowser, requestId: string) => Promise<object>][] = [
  ['another request', async (browser) => browser.assert(approveRequest((await startRequest()).requestId))],
  ['another action', async (browser) => browser.assert({ action: 'delete_owner' })],
  ['another owner', async (_browser, requestId) => (await signInBrowser(sso)).assert(approveRequest(requestId))],
  [
    'a challenge of a sign-in',
    async (browser) => {
      const options = await browser.send('POST', 'session/options');
      return browser.authenticator.get(options.json<{ publicKey: { challenge: string } }>().publicKey.challenge);
    },
  ],
  [
    'a passkey that is not registered',
    async (browser, requestId) =>
      createAuthenticator().get(await browser.assertionChallenge(approveRequest(requestId))),
  ],
  [
    'no user verification',
    async (browser, requestId) =>
      browser.authenticator.get(await browser.assertionChallenge(approveRequest(requestId)), { verified: false }),
  ],
  [
    'an expired challenge',
    async (browser, requestId) => {
      const assertion = await browser.assert(approveRequest(requestId));
      sso.advance(121);
      return assertion;
    },
  ],
];
test.each(misused)('sso: an approval with an assertion of %s is rejected', async (_what, assertionFor) => {
  const browser = await signInBrowser(sso);
  const { requestId, pollingCode } = await startRequest();
  const assertion = await assertionFor(browser, requestId);
  expect(errorOf(await decide(browser, requestId, { ...approval, assertion }))).toEqual([400, 'passkey_refused']);
  expect(await statusOf(pollingCode)).toBe('pending');
});

test('sso: ten concurrent decisions with one assertion approve once', async () => {
  const browser = await signInBrowser(sso);
  const { requestId, pollingCode } = await startRequest();
  const assertion = await browser.assert(approveRequest(requestId));
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => decide(browser, requestId, { ...approval, assertion })),
  );
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await statusOf(pollingCode)).toBe('authorized');
});

test('sso: a device approves by its signature, auth_time is the time of it and amr is pop', async () => {
  const { device } = await enrol(sso);
  const { requestId, pollingCode, verifier } = await startRequest();
  sso.advance(20);
  const signedAt = Math.floor(sso.clock.now.getTime() / 1000);
  const decided = await sendAsDevice(sso, device, 'POST', `/api/v1/owner/requests/${requestId}/decision`, approval);
  expect(decided.statusCode).toBe(200);
  sso.advance(20);
  const code = (await poll(sso, pollingCode)).json<{ authorization_code: string }>().authorization_code;
  const grant = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier };
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  expect(decode(tokens.id_token).claims).toMatchObject({ auth_time: signedAt, amr: ['pop'] });
});

test('sso: assertion options list the passkeys of the caller and last two minutes', async () => {
  const browser = await signInBrowser(sso);
  const options = await browser.send('POST', 'passkeys/assertion-options', { action: 'delete_owner' });
  expect(options.json()).toMatchObject({
    publicKey: { allowCredentials: [{ id: browser.authenticator.id }], userVerification: 'required' },
    expiresAt: new Date(sso.clock.now.getTime() + 120_000).toISOString(),
  });
});

test.each([
  [{ action: 'approve_request' }, 400, 'invalid_request'],
  [{ action: 'delete_passkey' }, 400, 'invalid_request'],
  [{ action: 'delete_device' }, 400, 'invalid_request'],
  [{ action: 'approve_request', requestId: 'A'.repeat(43) }, 404, 'request_not_found'],
  [{ action: 'something_else' }, 400, 'invalid_request'],
])('sso: assertion options for %j are rejected', async (body, status, error) => {
  const browser = await signInBrowser(sso);
  expect(errorOf(await browser.send('POST', 'passkeys/assertion-options', body))).toEqual([status, error]);
});

test('sso: an owner deletes the identity with an assertion for delete_owner', async () => {
  const browser = await signInBrowser(sso);
  const assertion = await browser.assert({ action: 'delete_owner' });
  expect((await browser.send('DELETE', '', { assertion })).statusCode).toBe(204);
  expect((await browser.send('GET', '')).statusCode).toBe(401);
});

test('sso audit: a rejected assertion is recorded with owner and action', async () => {
  const browser = await signInBrowser(sso);
  const assertion = await browser.assert({ action: 'create_passkey' });
  const refused = await browser.send('DELETE', '', { assertion });
  const recorded = await sso.db
    .selectFrom('sso.audit_events')
    .select(['event', 'owner_sub', 'details'])
    .where('request_id', '=', String(refused.headers['x-request-id']))
    .execute();
  const details = { credentialId: browser.authenticator.id, action: 'delete_owner' };
  expect(recorded).toEqual([{ event: 'passkey_refused', owner_sub: browser.sub, details }]);
});
