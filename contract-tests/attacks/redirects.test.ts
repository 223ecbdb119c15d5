import { beforeAll, expect, test } from 'vitest';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { openPasskeyBrowser, redirectRequest } from '../fixtures/passkey-browser.ts';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

const provider = useStarted(() => startProvider({ env: { CLIENT_REGISTRATION: 'open' } }));
let admin: SsoApiClient;
beforeAll(async () => {
  admin = createSsoClient({
    baseUrl: provider.url,
    headers: { authorization: `Bearer ${provider.platform.adminKey}` },
  });
});

/** Registers a client as a stranger does. @returns its client_id */
async function register(redirectUri: string, name = 'Calendar'): Promise<string> {
  const { client_id: clientId } = unwrap(
    await provider.client.createClientRegistration({
      body: { client_name: name, redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
    }),
  );
  return clientId;
}

const trap = 'https://evil.example/fake-sign-in';
const navigate = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };
const visit = async (query: Record<string, string>) => {
  const response = await fetch(`${provider.url}/oauth/authorize?${new URLSearchParams(query)}`, {
    redirect: 'manual',
    headers: navigate,
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
};

test.each<[string, Record<string, string>]>([
  ['an error', { scope: 'nothing' }],
  ['another error', { response_type: 'token' }],
  ['prompt=none', { prompt: 'none' }],
])('with %s, a link of the provider does not lead to a site that a stranger registered', async (_what, changes) => {
  const clientId = await register(trap);
  const { status, location, text } = await visit({ ...redirectRequest(clientId, trap).query, ...changes });
  expect([status, location]).toEqual([400, null]);
  expect(text).toContain('evil.example');
  expect(text).toContain(`href="${trap}?`);
  expect(text).not.toContain('http-equiv="refresh"');
});

test('a person who decided about the client before returns to it at once, and only to the host that they saw', async () => {
  const clientId = await register(trap);
  const browser = await openPasskeyBrowser(provider.url);
  const failing = { ...redirectRequest(clientId, trap).query, prompt: 'none' };
  expect((await browser.authorize(failing, navigate)).location).toBeUndefined();
  const { location } = await browser.authorize(redirectRequest(clientId, trap).query);
  expect((await browser.approve(location ?? '')).status).toBe(200);
  const returned = await browser.authorize({ ...redirectRequest(clientId, trap).query, prompt: 'none' }, navigate);
  expect([returned.location?.host, returned.location?.searchParams.get('error')]).toEqual([
    'evil.example',
    'login_required',
  ]);
  const other = await openPasskeyBrowser(provider.url);
  const stranger = { ...redirectRequest(clientId, trap).query, prompt: 'none' };
  expect((await other.authorize(stranger, navigate)).location).toBeUndefined();
});

test('an application of an administrator still gets its errors by redirect', async () => {
  const query = redirectRequest(provider.clientId, 'http://127.0.0.1/callback', { prompt: 'none' }).query;
  expect((await visit(query)).location).toContain('http://127.0.0.1/callback?error=login_required');
});

const disguised = ['https://bank.example@evil.example/', 'https://bank.example:443@evil.example/callback'];

test.each(disguised)('a redirect URI %s that shows another host than it leads to is never registered', async (uri) => {
  for (const body of [{ redirectUris: [uri] }, { postLogoutRedirectUris: [uri] }, { allowedOrigins: [uri] }]) {
    const created = await admin.createProvider({ body: { name: 'Calendar', ...body } });
    expect(created.status).toBe(400);
  }
  for (const uris of [
    { redirect_uris: [uri] },
    { redirect_uris: ['https://calendar.example/'], post_logout_redirect_uris: [uri] },
  ]) {
    const body = { client_name: 'Calendar', token_endpoint_auth_method: 'none', ...uris };
    expect((await provider.client.createClientRegistration({ body })).status).toBe(400);
  }
});

const changeLanguage = (headers: Record<string, string>, returnTo: string) =>
  fetch(`${provider.url}/language`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ language: 'de', return_to: returnTo }),
  });

test.each(['https://evil.example', 'null', undefined])(
  'a form of the origin %s cannot use the language switch, neither to set a cookie nor to redirect',
  async (origin) => {
    const response = await changeLanguage(origin === undefined ? {} : { origin }, '/owner');
    expect([response.status, response.headers.get('set-cookie'), response.headers.get('location')]).toEqual([
      403,
      null,
      null,
    ]);
  },
);

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example/',
  '/x/..//evil.example/',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  'javascript:alert(1)',
])('the language switch leads to a page of the provider, whatever return_to says: %s', async (returnTo) => {
  const response = await changeLanguage({ origin: provider.url }, returnTo);
  const location = response.headers.get('location') ?? '';
  expect(response.status).toBe(303);
  expect(new URL(location, provider.url).origin).toBe(provider.url);
  expect(location).toMatch(/^\/(?![/\\])/);
});

test('a name with characters that reverse text reaches neither a page nor its title', async () => {
  const name = 'Bank\u202egro.live';
  expect((await admin.createProvider({ body: { name } })).status).toBe(400);
  const body = { client_name: name, redirect_uris: [trap], token_endpoint_auth_method: 'none' };
  expect((await provider.client.createClientRegistration({ body })).status).toBe(400);
});

test('a name in a script from right to left does not reorder the title and heading around it', async () => {
  const { providerAddress } = unwrap(
    await admin.createProvider({ body: { name: 'בנק 7', redirectUris: ['https://bank.example/callback'] } }),
  );
  const { location } = await visit(redirectRequest(providerAddress, 'https://bank.example/callback').query);
  const page = await (await fetch(location ?? '')).text();
  expect(/<title>(.*?)<\/title>/.exec(page)?.[1]).toContain('\u2068בנק 7\u2069');
  expect(/<h1>(.*?)<\/h1>/s.exec(page)?.[1]).toContain('\u2068בנק 7\u2069');
});
