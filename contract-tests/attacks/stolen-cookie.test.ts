import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createNotificationsClient } from '../../generated/notifications/client.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startForum } from '../fixtures/forum.ts';
import { urlOf } from '../fixtures/identity.ts';
import { startNotifications } from '../fixtures/notifications.ts';
import { openPasskeyBrowser, type PasskeyBrowser, redirectRequest } from '../fixtures/passkey-browser.ts';
import { consoleProvider, deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const provider = useStarted(() => startPlatform({ services: ['sso'] }), deletePlatformData);
let baseUrl: string;
let callback: string;
const notifications = useStarted(startNotifications);
const forum = useStarted(startForum);
beforeAll(async () => {
  baseUrl = urlOf(provider, 'sso');
  const { redirectUris } = unwrap(await bootstrap().getProvider({ path: { providerAddress: consoleProvider } }));
  callback = redirectUris[0] ?? '';
});

const bootstrap = () => createSsoClient({ baseUrl, headers: { authorization: `Bearer ${provider.adminKey}` } });
const someSub = () => randomBytes(16).toString('hex');

/** The browser of an operator who opened the console a moment ago; the stranger has a copy of its cookies. */
async function operatorBrowser(): Promise<PasskeyBrowser> {
  const browser = await openPasskeyBrowser(baseUrl);
  const body = { scopes: ['owners' as const, 'providers' as const] };
  unwrap(await bootstrap().setConsoleScopes({ path: { sub: browser.sub }, body }));
  const { location } = await browser.authorize(redirectRequest(consoleProvider, callback).query);
  expect((await browser.approve(location ?? '')).status).toBe(200);
  return browser;
}

/** Opens the console with a sign-in that shows no page. */
async function openSilently(browser: PasskeyBrowser, parameters: Record<string, string> = {}) {
  const key = newKey();
  const { query, verifier } = redirectRequest(consoleProvider, callback, {
    prompt: 'none',
    dpop_jkt: key.jkt,
    ...parameters,
  });
  const { location } = await browser.authorize(query, { 'sec-fetch-site': 'same-origin' });
  const code = location?.searchParams.get('code');
  if (typeof code !== 'string') return { status: 303, error: location?.searchParams.get('error') };
  const { access_token: accessToken } = unwrap(
    await createSsoClient({ baseUrl, middleware: [dpopMiddleware({ keypair: key })] }).exchangeToken({
      body: {
        grant_type: 'authorization_code',
        code,
        client_id: consoleProvider,
        code_verifier: verifier,
        redirect_uri: callback,
      },
    }),
  );
  const middleware = [dpopMiddleware({ keypair: key, accessToken: () => accessToken })];
  const { status, body } = await createSsoClient({ baseUrl, middleware }).createConsoleSession();
  return { status, error: 'error' in body ? body.error : undefined };
}

test('with a cookie stolen right after a ceremony, a stranger cannot open the operator console silently', async () => {
  expect(await openSilently(await operatorBrowser())).toEqual({
    status: 401,
    error: 'insufficient_user_authentication',
  });
});

test('with a cookie stolen right after a ceremony, a stranger cannot ask silently for the ceremony that opens the console', async () => {
  const browser = await operatorBrowser();
  expect(await openSilently(browser, { acr_values: 'open_console' })).toEqual({
    status: 303,
    error: 'login_required',
  });
});

test('with the cookie of an operator, a stranger makes no administrator', async () => {
  const { send, sub } = await operatorBrowser();
  for (const [method, path, json] of [
    ['POST', '/api/v1/administrators', { name: 'Mallory', scopes: ['owners'] }],
    ['PUT', `/api/v1/owners/${sub}/console-scopes`, { scopes: ['keys'] }],
  ] as const)
    expect((await send(path, { method, json })).status).toBe(401);
  const { administrators } = unwrap(await bootstrap().listAdministrators({ query: { limit: 100 } }));
  expect(administrators).toEqual([]);
});

const developer = async (sub: string, authTime: number | undefined) => {
  const token = await notifications.issuer.token({ claims: { sub, auth_time: authTime } });
  return createNotificationsClient({
    baseUrl: notifications.url,
    headers: { authorization: `Bearer ${token}` },
  });
};
const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

test.each([
  ['a cookie stolen eleven minutes after a ceremony', () => secondsAgo(660)],
  ['a token that names no ceremony', () => undefined],
])('with %s, a stranger changes neither members nor webhook, keys or the app', async (_what, authTime) => {
  const [sub, mallory] = [someSub(), someSub()];
  const owner = await developer(sub, secondsAgo(0));
  const { appId } = unwrap(await owner.createApp({ body: { name: 'Coffee Corner' } }));
  const path = { appId };
  const url = 'http://127.0.0.1:4999/hook';
  unwrap(await owner.setWebhook({ path, body: { url } }));
  const stranger = await developer(sub, authTime());
  const outcomes = [
    await stranger.setMember({ path: { appId, sub: mallory }, body: { role: 'owner' } }),
    await stranger.setWebhook({ path, body: { url: 'http://127.0.0.1:4998/mallory' } }),
    await stranger.createWebhookSecret({ path }),
    await stranger.createApiKey({ path }),
    await stranger.deleteApp({ path }),
  ];
  expect(outcomes.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect(unwrap(await owner.getMembers({ path })).members.map((member) => member.sub)).toEqual([sub]);
  expect(unwrap(await owner.getWebhook({ path }))).toMatchObject({ url });
});

test('with an agent whose owner confirmed it yesterday, a stranger names no moderator and erases nobody', async () => {
  const agent = await forum.issuer.agent({ claims: { auth_time: secondsAgo(86_400) } });
  const name = `cellar-${agent.sub.slice(0, 8)}`;
  const founded = await forum.send('POST', '/api/forums', { as: agent, body: { name, description: 'Wine' } });
  expect(founded.status).toBe(201);
  const named = await forum.send('PUT', `/api/forums/${name}/moderators/${someSub()}`, { as: agent });
  const erased = await forum.send('DELETE', `/api/owners/${agent.sub}`, { as: agent });
  for (const refused of [named, erased])
    expect(refused).toMatchObject({ status: 401, body: { code: 'insufficient_user_authentication' } });
});
