import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type RunningForum, startForum } from '../fixtures/forum.ts';
import {
  newAddress,
  startNotificationsService,
  type TestNotifications,
} from '../fixtures/notifications/notifications-service.ts';
import { type SignedInBrowser, signInBrowser } from '../fixtures/sso/browser.ts';
import { adminKey, authorize, dpop, flow, form, type Sso, startSso, testKey } from '../fixtures/sso/sso-fixture.ts';

const consoleClient = '0000000601000000000000000000000c';
const callback = 'https://app.test/admin/callback';

let sso: Sso;
let notifications: TestNotifications;
let forum: RunningForum;
beforeAll(async () => {
  [sso, notifications, forum] = await Promise.all([
    startSso({ settings: { consoleClient } }),
    startNotificationsService(),
    startForum(),
  ]);
  await sso.seedProvider({
    address: consoleClient,
    name: 'Operator console',
    redirectUris: [callback],
    allowedOrigins: ['https://app.test'],
    firstParty: true,
    reach: 'platform',
  });
});
afterAll(async () => {
  await Promise.all([sso.close(), notifications.close(), forum.stop()]);
});

/** An operator signed in to the console a moment ago; the stranger has a copy of the cookie. */
async function operatorBrowser(): Promise<SignedInBrowser> {
  const browser = await signInBrowser(sso);
  await sso.app.inject({
    method: 'PUT',
    url: `/api/v1/owners/${browser.sub}/console-scopes`,
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { scopes: ['owners', 'providers'] },
  });
  const { location, cookie } = await navigate({}, browser.cookie);
  const requestId = location.pathname.split('/').at(-1) ?? '';
  const assertion = await browser.assert({ action: 'approve_request', requestId });
  const body = { decision: 'approve', clientId: consoleClient, dpopJkt: null, assertion };
  expect((await browser.send('POST', `requests/${requestId}/decision`, body, cookie)).statusCode).toBe(200);
  return browser;
}

async function navigate(parameters: Record<string, string>, cookie: string) {
  const attempt = flow({
    response_mode: 'query',
    client_id: consoleClient,
    redirect_uri: callback,
    ...parameters,
  });
  const response = await authorize(sso, attempt.query, { cookie });
  return {
    verifier: attempt.verifier,
    location: new URL(String(response.headers.location)),
    cookie: String(response.headers['set-cookie']).split(';')[0] ?? '',
  };
}

/** Opens the console with the code of a sign-in that showed no page. */
async function openSilently(parameters: Record<string, string>, cookie: string) {
  const key = testKey();
  const { location, verifier } = await navigate({ prompt: 'none', dpop_jkt: key.jkt, ...parameters }, cookie);
  const code = location.searchParams.get('code');
  if (code === null) return { status: 303, error: location.searchParams.get('error') };
  const grant = { grant_type: 'authorization_code', code, client_id: consoleClient, redirect_uri: callback };
  const tokens = await form(sso, '/oauth/token', { ...grant, code_verifier: verifier }, { dpop: await dpop(sso, key) });
  const { access_token: accessToken } = tokens.json<{ access_token: string }>();
  const path = '/api/v1/console-sessions';
  const headers = { authorization: `DPoP ${accessToken}`, dpop: await dpop(sso, key, { path, accessToken }) };
  const opened = await sso.app.inject({ method: 'POST', url: path, headers });
  return { status: opened.statusCode, error: opened.json<{ error?: string }>().error };
}

test('with a cookie stolen a minute after a ceremony, a stranger cannot open the operator console silently', async () => {
  const { cookie } = await operatorBrowser();
  sso.advance(60);
  expect(await openSilently({}, cookie)).toEqual({ status: 401, error: 'insufficient_user_authentication' });
});

test('with a cookie stolen a minute after a ceremony, a stranger cannot ask for the ceremony that opens the console silently', async () => {
  const { cookie } = await operatorBrowser();
  sso.advance(60);
  expect(await openSilently({ acr_values: 'open_console' }, cookie)).toEqual({ status: 303, error: 'login_required' });
});

test('with the cookie of an operator, a stranger makes no administrator', async () => {
  const { cookie, send, sub } = await operatorBrowser();
  for (const [method, url, payload] of [
    ['POST', '/api/v1/administrators', { name: 'Mallory', scopes: ['owners'] }],
    ['PUT', `/api/v1/owners/${sub}/console-scopes`, { scopes: ['keys'] }],
  ] as const) {
    const refused = await sso.app.inject({
      method,
      url,
      headers: { cookie, origin: 'http://localhost:4001' },
      payload,
    });
    expect(refused.statusCode).toBe(401);
  }
  expect((await send('GET', 'activity')).body).not.toContain('Mallory');
});

/** A developer's app, and what a stranger does with a token that the portal renewed silently. */
async function stolenToken(authTime: (now: number) => number | undefined) {
  const sub = newAddress();
  const mallory = newAddress();
  const now = notifications.clock.now().getTime() / 1000;
  const owner = notifications.as(await notifications.issuer.token({ claims: { sub } }));
  const { appId } = unwrap(await owner.createApp({ body: { name: 'Coffee Corner' } }));
  unwrap(await owner.setWebhook({ path: { appId }, body: { url: 'http://127.0.0.1:4999/hook' } }));
  const stranger = notifications.as(await notifications.issuer.token({ claims: { sub, auth_time: authTime(now) } }));
  const path = { appId };
  const outcomes = await Promise.all([
    stranger.setMember({ path: { appId, sub: mallory }, body: { role: 'owner' } }),
    stranger.setWebhook({ path, body: { url: 'http://127.0.0.1:4998/mallory' } }),
    stranger.createWebhookSecret({ path }),
    stranger.createApiKey({ path }),
    stranger.deleteApp({ path }),
  ]);
  const members = unwrap(await owner.getMembers({ path })).members.map((member) => member.sub);
  const { url } = unwrap(await owner.getWebhook({ path }));
  return { statuses: outcomes.map(({ status }) => status), isMember: members.includes(mallory), url };
}
const nothing = { statuses: [401, 401, 401, 401, 401], isMember: false, url: 'http://127.0.0.1:4999/hook' };

test('with a cookie stolen eleven minutes after a ceremony, a stranger changes neither members nor webhook, keys or the app', async () => {
  expect(await stolenToken((now) => now - 660)).toEqual(nothing);
});

test('with a token that names no ceremony, a stranger changes neither members nor webhook, keys or the app', async () => {
  expect(await stolenToken(() => undefined)).toEqual(nothing);
});

test('with an agent whose owner confirmed it yesterday, a stranger names no moderator and erases nobody', async () => {
  const claims = { auth_time: Math.floor(Date.now() / 1000) - 86_400 };
  const agent = await forum.issuer.agent({ claims });
  const founded = await forum.send('POST', '/api/forums', {
    as: agent,
    body: { name: `cellar-${agent.sub.slice(0, 8)}`, description: 'Wine' },
  });
  expect(founded.status).toBe(201);
  const mallory = newAddress();
  const named = await forum.send('PUT', `/api/forums/cellar-${agent.sub.slice(0, 8)}/moderators/${mallory}`, {
    as: agent,
  });
  const erased = await forum.send('DELETE', `/api/owners/${agent.sub}`, { as: agent });
  for (const refused of [named, erased])
    expect(refused).toMatchObject({ status: 401, body: { code: 'insufficient_user_authentication' } });
});
