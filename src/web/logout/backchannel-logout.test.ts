import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { signInBrowser, signInByRedirect } from '../../../contract-tests/fixtures/sso/browser.ts';
import { startLogoutReceiver } from '../../../contract-tests/fixtures/client/receiver.ts';
import { adminKey, form, issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import {
  approvedCode,
  sendAsDevice,
  refresh,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { createApprovalReadModel } from '../../sso/sign-in/approval-read-model.ts';
import { createLogoutModel } from '../../sso/sessions/logout.ts';
import { registerApprovalPages } from '../approval/register-approval-pages.ts';
import { registerLogoutPages } from './logout-pages.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { decode } from '../../../contract-tests/fixtures/protocol/keys.ts';

const redirectUri = 'https://calendar.example/callback';
const admin = { authorization: `Bearer ${adminKey}` };

const sso = useStarted(() =>
  startSso({
    pages: (app, context) =>
      registerApprovalPages(app, createApprovalReadModel(context), issuer, 'open', [], (instance, send) =>
        registerLogoutPages(instance, createLogoutModel(context), { baseUrl: issuer, send }),
      ),
  }),
);
const receiver = useStarted(startLogoutReceiver);
let client: string;
beforeAll(async () => {
  const created = await createProvider({ backchannelLogoutUri: receiver.uri, backchannelLogoutSessionRequired: true });
  client = created.json<{ providerAddress: string }>().providerAddress;
});

const createProvider = (further: object) =>
  sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: admin,
    payload: { name: 'Calendar', redirectUris: [redirectUri], ...further },
  });

async function signedIn() {
  const { grant, sub, device } = await approvedCode(sso, { client_id: client });
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  return { ...tokens, sub, device, sid: String(decode(tokens.id_token).claims['sid']) };
}

const received = async () => decode((await receiver.next()).token).claims;
const pending = async () =>
  (await sso.db.selectFrom('sso.logout_notices').select('session_id').execute()).map((row) => row.session_id);

/** Waits until the provider has recorded the response to what it sent. */
async function delivered(sid: string): Promise<void> {
  await expect.poll(pending).not.toContain(sid);
}

test('Back-Channel Logout §2.4: a logout token is signed and typed, names person and session, and has no nonce', async () => {
  const { sub, device, sid } = await signedIn();
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/sessions/${sid}`);
  const { contentType, token } = await receiver.next();
  expect(contentType).toBe('application/x-www-form-urlencoded');
  const keys = createLocalJWKSet((await sso.app.inject({ url: '/oauth/jwks' })).json<JSONWebKeySet>());
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: client,
    typ: 'logout+jwt',
    currentDate: sso.now(),
    requiredClaims: ['iat', 'exp', 'jti'],
  });
  expect(payload).toMatchObject({
    sub,
    sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  expect(payload).not.toHaveProperty('nonce');
  expect(Number(payload.exp) - Number(payload.iat)).toBeLessThanOrEqual(120);
  await delivered(sid);
});

test('Back-Channel Logout §2.4: a logout token has the pairwise sub that the application knows', async () => {
  const created = await createProvider({ subjectType: 'pairwise', backchannelLogoutUri: receiver.uri });
  const { providerAddress: client_id } = created.json<{ providerAddress: string }>();
  const { grant, sub, device } = await approvedCode(sso, { client_id });
  const known = decode((await form(sso, '/oauth/token', grant)).json<Tokens>().id_token).claims;
  expect(known['sub']).not.toBe(sub);
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/sessions/${String(known['sid'])}`);
  expect(await received()).toMatchObject({ aud: client_id, sub: known['sub'], sid: known['sid'] });
  await delivered(String(known['sid']));
});

test('Back-Channel Logout §2.1: discovery announces it, and id_tokens of a session keep their sid', async () => {
  const metadata = (await sso.app.inject({ url: '/.well-known/openid-configuration' })).json<Record<string, unknown>>();
  expect(metadata).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
  const { sid, refresh_token } = await signedIn();
  const refreshed = (await refresh(sso, refresh_token, undefined, client)).json<Tokens>();
  expect(decode(refreshed.id_token).claims['sid']).toBe(sid);
});

test.each<[string, (signedIn: { device: Parameters<typeof sendAsDevice>[1]; sub: string }) => Promise<unknown>]>([
  [
    'the owner disconnects the application',
    ({ device }) => sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${client}`),
  ],
  [
    'an administrator suspends the owner',
    ({ sub }) => sso.app.inject({ method: 'POST', url: `/api/v1/owners/${sub}/suspend`, headers: admin, payload: {} }),
  ],
  [
    'an administrator deletes the owner',
    ({ sub }) => sso.app.inject({ method: 'DELETE', url: `/api/v1/owners/${sub}`, headers: admin }),
  ],
])('sso: when %s, the application receives a logout token', async (_when, act) => {
  const { sub, device, sid } = await signedIn();
  await act({ sub, device });
  expect(await received()).toMatchObject({ sub, sid });
  await delivered(sid);
});

test('sso: reuse of a refresh token ends the session, and the application receives a logout token', async () => {
  const { sid, refresh_token } = await signedIn();
  const next = (await refresh(sso, refresh_token, undefined, client)).json<Tokens>();
  await refresh(sso, next.refresh_token, undefined, client);
  expect((await refresh(sso, refresh_token, undefined, client)).statusCode).toBe(400);
  expect(await received()).toMatchObject({ sid });
  await delivered(sid);
});

test('sso: an application that revokes its own token receives no logout token', async () => {
  const { sid, refresh_token } = await signedIn();
  await form(sso, '/oauth/revoke', { token: refresh_token, client_id: client });
  expect(await pending()).not.toContain(sid);
});

async function signedInByRedirect() {
  const browser = await signInBrowser(sso);
  return { browser, ...(await signInByRedirect(sso, browser, { client, redirectUri })) };
}

test('sso: signing out of a browser ends the applications of that browser and sends them logout tokens, and agents stay connected', async () => {
  const other = await signedIn();
  const { browser, sid, refresh_token } = await signedInByRedirect();
  expect((await browser.send('DELETE', 'session')).statusCode).toBe(204);
  expect(await received()).toMatchObject({ sub: browser.sub, sid });
  await delivered(sid);
  expect(await pending()).not.toContain(other.sid);
  const errorOf = (await refresh(sso, refresh_token, undefined, client)).json<{ error: string }>().error;
  expect(errorOf).toBe('invalid_grant');
  expect((await refresh(sso, other.refresh_token, undefined, client)).statusCode).toBe(200);
});

test('RP-Initiated Logout §2: end_session of one application sends logout tokens to the other applications of the browser', async () => {
  const { browser, sid, id_token } = await signedInByRedirect();
  const cookie = browser.cookie;
  const ended = await sso.app.inject({
    url: '/oauth/end_session',
    query: { id_token_hint: id_token },
    headers: { cookie },
  });
  expect(ended.statusCode, ended.body).toBe(200);
  expect(await received()).toMatchObject({ sid });
  await delivered(sid);
});

test('sso: a new sign-in in the same browser sends no logout token, and its sign-out sends one to every application', async () => {
  const { browser, sid } = await signedInByRedirect();
  const options = await browser.send('POST', 'session/options');
  const challenge = options.json<{ publicKey: { challenge: string } }>().publicKey.challenge;
  const again = await browser.send('POST', 'session', { credential: browser.authenticator.get(challenge) });
  expect(again.statusCode, again.body).toBe(200);
  expect(await pending()).not.toContain(sid);
  const cookie = String(again.headers['set-cookie']).split(';')[0] ?? '';
  await sso.app.inject({ method: 'DELETE', url: '/api/v1/owner/session', headers: { cookie, origin: issuer } });
  expect(await received()).toMatchObject({ sid });
  await delivered(sid);
});

test('sso: a logout token that is not accepted is sent again later, with the same jti', async () => {
  const { device, sid } = await signedIn();
  receiver.respond(503);
  await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/sessions/${sid}`);
  const first = await received();
  const attempts = () =>
    sso.db.selectFrom('sso.logout_notices').select('next_attempt_at').where('session_id', '=', sid).executeTakeFirst();
  const at = sso.now().getTime();
  await expect.poll(async () => (await attempts())?.next_attempt_at.getTime()).toBe(at + 5_000);
  receiver.respond(200);
  sso.advance(5);
  expect(await received()).toMatchObject({ sid, jti: first['jti'] });
  await delivered(sid);
  expect(receiver.waiting()).toBe(0);
});

test.each([
  ['http://calendar.example/logout', 'must begin with https'],
  ['https://10.0.0.1/logout', 'must be public'],
  ['https://user:word@calendar.example/logout', 'user name or password'],
  ['https://calendar.example/logout#part', 'without a fragment'],
  ['logout', 'URI'],
])('sso: %s is no address for logout tokens', async (backchannelLogoutUri, says) => {
  const created = await createProvider({ backchannelLogoutUri });
  expect([created.statusCode, created.body]).toEqual([400, expect.stringContaining(says)]);
  const updated = await sso.app.inject({
    method: 'PATCH',
    url: `/api/v1/providers/${client}`,
    headers: admin,
    payload: { backchannelLogoutUri },
  });
  expect(updated.statusCode).toBe(400);
});

test('sso: an administrator changes and removes the address for logout tokens', async () => {
  const address = (await createProvider({})).json<{ providerAddress: string }>().providerAddress;
  const update = async (payload: object) =>
    (await sso.app.inject({ method: 'PATCH', url: `/api/v1/providers/${address}`, headers: admin, payload })).json();
  const backchannelLogoutUri = 'https://calendar.example/logout';
  expect(await update({ backchannelLogoutUri })).toMatchObject({ backchannelLogoutUri });
  expect(await update({ backchannelLogoutUri: null })).toMatchObject({ backchannelLogoutUri: null });
});
