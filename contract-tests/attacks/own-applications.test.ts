import { beforeAll, expect, test } from 'vitest';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { enrolOwner, urlOf } from '../fixtures/identity.ts';
import { openPasskeyBrowser, type PasskeyBrowser, redirectRequest } from '../fixtures/passkey-browser.ts';
import {
  consoleProvider,
  deletePlatformData,
  hostProvider,
  portalProvider,
  startPlatform,
} from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(
  () => startPlatform({ services: ['sso'], env: { CLIENT_REGISTRATION: 'open' } }),
  deletePlatformData,
);
let sso: string;
let callbacks: ReadonlyMap<string, string>;
let applications: SsoApiClient;
beforeAll(async () => {
  sso = urlOf(platform, 'sso');
  const bootstrap = withKey(platform.adminKey);
  const { key } = unwrap(
    await bootstrap.createAdministrator({ body: { name: 'Intern', scopes: ['providers'], expiresInSeconds: 3600 } }),
  );
  applications = withKey(key);
  const { providers } = unwrap(await applications.listProviders({ query: { limit: 100 } }));
  callbacks = new Map(providers.map(({ providerAddress, redirectUris }) => [providerAddress, redirectUris[0] ?? '']));
});

const withKey = (key: string) => createSsoClient({ baseUrl: sso, headers: { authorization: `Bearer ${key}` } });
const callbackOf = (client: string) => callbacks.get(client) ?? '';
const errorIn = ({ text }: { readonly text: string }) => (JSON.parse(text) as Record<string, unknown>)['error'];
const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${sso}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  return { status: response.status, text: await response.text() };
};

const ownApplications = [
  ['console', consoleProvider],
  ['portal', portalProvider],
  ['host', hostProvider],
] as const;

test.each(ownApplications)(
  'an administrator with the scope providers cannot give the %s a redirect URI, a secret or an end',
  async (_name, providerAddress) => {
    const path = { providerAddress };
    const before = unwrap(await applications.getProvider({ path }));
    for (const attempt of [
      () => applications.updateProvider({ path, body: { redirectUris: ['https://evil.example/callback'] } }),
      () => applications.updateProvider({ path, body: { allowedOrigins: ['https://evil.example'] } }),
      () => applications.updateProvider({ path, body: { name: 'Another name' } }),
      () => applications.createProviderSecret({ path }),
      () => applications.revokeProviderSecret({ path: { ...path, secretId: '0193a6c0-0000-7000-8000-000000000009' } }),
      () => applications.disableProvider({ path }),
    ]) {
      const refused = await attempt();
      expect([refused.status, refused.body]).toMatchObject([409, { error: 'own_application' }]);
    }
    expect(unwrap(await applications.getProvider({ path }))).toEqual({ ...before, kind: 'own', disabledAt: null });
  },
);

/** A browser that approved an own application once, so that it signs in silently from now on. */
async function approvedBrowser(client: string): Promise<PasskeyBrowser> {
  const browser = await openPasskeyBrowser(sso);
  const { location } = await browser.authorize(redirectRequest(client, callbackOf(client)).query);
  expect((await browser.approve(location ?? '')).status).toBe(200);
  return browser;
}

test('with one redirect URI more in the portal, an administrator cannot collect codes of everybody signed in', async () => {
  const path = { providerAddress: portalProvider };
  await applications.updateProvider({ path, body: { redirectUris: ['https://evil.example/callback'] } });
  const browser = await approvedBrowser(portalProvider);
  const stolen = await browser.authorize(redirectRequest(portalProvider, 'https://evil.example/callback').query);
  expect(stolen.location).toBeUndefined();
});

const strangersPage = [
  ['another site', { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' }],
  ['a sibling subdomain or another port', { 'sec-fetch-site': 'same-site', referer: 'http://localhost:9/' }],
  ['a page that hides where it is', {}],
  ['a typed address', { 'sec-fetch-site': 'none' }],
] satisfies (readonly [string, Record<string, string>])[];

test.each(strangersPage)('from %s nobody is signed in to the portal without a click', async (_from, headers) => {
  const browser = await approvedBrowser(portalProvider);
  const { query } = redirectRequest(portalProvider, callbackOf(portalProvider));
  const { location } = await browser.authorize(query, headers);
  expect(location?.pathname).toMatch(/^\/approve\//);
  const requestId = location?.pathname.split('/').at(-1) ?? '';
  const read = await browser.send(`/api/v1/owner/requests/${requestId}`);
  expect(JSON.parse(read.text)).toMatchObject({ assertionRequired: false, clickRequired: true, status: 'pending' });

  const silent = redirectRequest(portalProvider, callbackOf(portalProvider), { prompt: 'none' });
  const returned = await browser.authorize(silent.query, headers);
  expect(returned.location?.searchParams.get('error')).toBe('consent_required');
});

test.each([
  ['the provider itself', () => ({ 'sec-fetch-site': 'same-origin' })],
  ['the portal', () => ({ 'sec-fetch-site': 'same-site', referer: callbackOf(portalProvider) })],
])('from %s a signed-in person still enters the portal without a page', async (_from, headers) => {
  const browser = await approvedBrowser(portalProvider);
  const { query } = redirectRequest(portalProvider, callbackOf(portalProvider), { prompt: 'none' });
  const { location } = await browser.authorize(query, headers());
  expect(location?.searchParams.get('code')).toEqual(expect.any(String));
});

test.each(ownApplications)(
  'a sign-in to the %s that a stranger started as a link, a device or a pushed request does not exist',
  async (_name, client) => {
    const { query } = redirectRequest(client, callbackOf(client));
    const link = await fetch(`${sso}/oauth/authorize?${new URLSearchParams({ ...query, response_mode: 'json' })}`);
    expect([link.status, await link.json()]).toMatchObject([400, { error: 'unauthorized_client' }]);
    const device = await post('/oauth/device_authorization', { client_id: client });
    expect([device.status, errorIn(device)]).toEqual([400, 'unauthorized_client']);
    const pushed = await post('/oauth/par', query);
    expect([pushed.status, errorIn(pushed)]).toEqual([400, 'unauthorized_client']);
  },
);

test.each(ownApplications)(
  'the link of a %s sign-in that a stranger started is worth nothing to an operator on another device',
  async (_name, client) => {
    const stranger = await fetch(
      `${sso}/oauth/authorize?${new URLSearchParams(redirectRequest(client, callbackOf(client)).query)}`,
      { redirect: 'manual' },
    );
    const link = stranger.headers.get('location') ?? '';
    const strangersCookie = stranger.headers.getSetCookie()[0]?.split(';')[0] ?? '';

    const operator = await openPasskeyBrowser(sso);
    const approved = await operator.approve(link);
    expect([approved.status, errorIn(approved)]).toEqual([403, 'same_browser_required']);
    await expect((await enrolOwner(platform)).decide(link, 'approve')).rejects.toThrow(/same_browser_required|403/);

    const waiting = await fetch(link, { redirect: 'manual', headers: { cookie: strangersCookie } });
    expect([waiting.status, waiting.headers.get('location')]).toEqual([200, null]);
    expect(await waiting.text()).not.toContain('id="other-device"');
  },
);

test.each([
  'Developer portal',
  'developer-portal',
  'Dеvеloреr роrtаl', // Cyrillic letters
  'Ｄｅｖｅｌｏｐｅｒ ｐｏｒｔａｌ',
  'Deve1oper porta1',
  'Operator console',
  'The Operator Console (new)',
  'Platform Sign-In',
  'Platforrn Sign-ln',
  'P l a t f o r m  S i g n I n',
  'Wеb hоst', // Cyrillic letters
])('a registered client cannot call itself %s', async (name) => {
  const taken = await applications.createProvider({ body: { name } });
  expect([taken.status, taken.body]).toMatchObject([409, { error: 'name_reserved' }]);
  const { providerAddress } = unwrap(await applications.createProvider({ body: { name: 'Calendar' } }));
  const renamed = await applications.updateProvider({ path: { providerAddress }, body: { name } });
  expect([renamed.status, renamed.body]).toMatchObject([409, { error: 'name_reserved' }]);
  const registered = await createSsoClient({ baseUrl: sso }).createClientRegistration({
    body: {
      client_name: name,
      redirect_uris: ['https://calendar.example/callback'],
      token_endpoint_auth_method: 'none',
    },
  });
  expect([registered.status, registered.body]).toMatchObject([409, { error: 'name_reserved' }]);
});

test.each(['Calendar', 'Acme Web Hosting', 'Portal', 'Sign-In helper', 'Консоль', 'Console'])(
  'a client may call itself %s, which resembles none of our names',
  async (name) => {
    expect((await applications.createProvider({ body: { name } })).status).toBe(201);
  },
);
