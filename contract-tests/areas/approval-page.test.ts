import { beforeAll, expect, test } from 'vitest';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

const name = `<b>Field</b> & "Notes" 'Ltd'`;
const redirectUri = 'https://notes.test/back?tenant=a%20b&x';

const provider = useStarted(startProvider);
let clientId: string;
beforeAll(async () => {
  const { body } = await provider.send('POST', '/api/v1/providers', {
    headers: { authorization: `Bearer ${provider.platform.adminKey}` },
    json: { name, redirectUris: [redirectUri] },
  });
  clientId = String(body['providerAddress']);
});

interface RedirectSignIn {
  readonly link: string;
  /** Cookie of the browser that sent the request. */
  readonly cookie: string;
  readonly state: string;
  readonly verifier: string;
}

/** Starts a request with `response_mode=query`, like a browser that an application redirected. */
async function startRedirectSignIn(): Promise<RedirectSignIn> {
  const { query, verifier } = provider.flow({
    client_id: clientId,
    response_mode: 'query',
    redirect_uri: redirectUri,
    state: 'with space & sign=1',
  });
  const response = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`);
  expect(response.status).toBe(303);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { link: response.headers.get('location') ?? '', cookie, state: query['state'] ?? '', verifier };
}

const open = (link: string, cookie = '') => fetch(link, { redirect: 'manual', headers: { cookie } });
const statusOf = async (link: string, cookie = '') => (await fetch(`${link}/status`, { headers: { cookie } })).json();

/** Returns the query parameters that the page adds to the redirect URI. */
function addedParameters(location: string | null): Record<string, string> {
  const start = `${redirectUri}&`;
  expect(location?.slice(0, start.length)).toBe(start);
  return Object.fromEntries(new URLSearchParams(location?.slice(start.length)));
}

test('RFC 6749 §4.1.2, RFC 9207 §2: after approval the browser is redirected with code, state and iss', async () => {
  const { link, cookie, state, verifier } = await startRedirectSignIn();
  expect(await statusOf(link, cookie)).toEqual({ status: 'pending', returnTo: null });
  await provider.owner.decide(link, 'approve');

  const first = await open(link, cookie);
  const again = await open(link, cookie);
  expect([first.status, again.headers.get('location')]).toEqual([303, first.headers.get('location')]);
  expect(await statusOf(link, cookie)).toEqual({ status: 'approved', returnTo: first.headers.get('location') });
  const { code = '', ...rest } = addedParameters(first.headers.get('location'));
  expect(rest).toEqual({ state, iss: provider.url });

  const form = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier };
  const tokens = await provider.send('POST', '/oauth/token', { form: { ...form, redirect_uri: redirectUri } });
  expect(tokens.status).toBe(200);
  // A code that is sent twice is redeemed twice, which revokes the session.
  const later = await open(link, cookie);
  expect([later.status, await statusOf(link, cookie)]).toEqual([200, { status: 'redeemed', returnTo: null }]);
});

test('RFC 6749 §4.1.2.1: after rejection the browser is redirected with access_denied', async () => {
  const { link, cookie, state } = await startRedirectSignIn();
  await provider.owner.decide(link, 'reject');
  const response = await open(link, cookie);
  expect(response.status).toBe(303);
  expect(addedParameters(response.headers.get('location'))).toEqual({
    error: 'access_denied',
    state,
    iss: provider.url,
  });
});

test('sso: the link of a redirect sign-in without its cookie yields no code', async () => {
  const { link, cookie } = await startRedirectSignIn();
  await provider.owner.decide(link, 'approve');
  for (const foreign of ['', cookie.replace(/=.*/, `=${'A'.repeat(43)}`), (await startRedirectSignIn()).cookie]) {
    const page = await open(link, foreign);
    expect([page.status, page.headers.get('location')]).toEqual([200, null]);
    expect(await statusOf(link, foreign)).toEqual({ status: 'approved', returnTo: null });
  }
  expect((await open(link, cookie)).status).toBe(303);
});

test('approval page: only the requesting browser sees the comparison code', async () => {
  const { link, cookie } = await startRedirectSignIn();
  const code = /[B-DF-HJ-NP-TV-XZ]{3}-[B-DF-HJ-NP-TV-XZ]{3}/;
  expect(await (await open(link, cookie)).text()).toMatch(code);
  expect(await (await open(link)).text()).not.toMatch(code);
});

test('approval page: with response_mode=json no browser is redirected', async () => {
  const { query } = provider.flow();
  const { body } = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`);
  const link = String(body['deep_link']);
  await provider.owner.decide(link, 'approve');
  expect([(await open(link)).status, await statusOf(link)]).toEqual([200, { status: 'approved', returnTo: null }]);
});

/** Data of the page for its script. */
async function viewOf(link: string): Promise<Record<string, unknown>> {
  const [, view = ''] = /data-view="([^"]*)"/.exec(await (await open(link)).text()) ?? [];
  return JSON.parse(view.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'));
}

test('approval page: signed-out visitors learn who asks and for what, not the address nor the whole redirect URI', async () => {
  const { link } = await startRedirectSignIn();
  const view = await viewOf(link);
  expect(view).toMatchObject({
    facts: { selfRegistered: false, redirectUri: 'https://notes.test', place: { ipAddress: '127.0.0.0/24' } },
    terminal: false,
    applicationOrigin: 'https://notes.test',
  });
  expect(JSON.stringify(view)).not.toMatch(/127\.0\.0\.1|tenant/);
});

test.each([
  ['an agent with a name', { agent_name: 'release-bot' }, 'Mozilla/5.0 (X11; Linux x86_64)', true],
  ['a program without a name', {}, 'curl/8.0', true],
  ["an application's page", {}, 'Mozilla/5.0 (X11; Linux x86_64)', false],
])('approval page: the request of %s says whether a terminal goes on', async (_what, more, userAgent, terminal) => {
  const { query } = provider.flow(more);
  const { body } = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`, {
    headers: { 'user-agent': userAgent },
  });
  expect(await viewOf(String(body['deep_link']))).toMatchObject({ terminal });
});

test("approval page: an application's name is escaped", async () => {
  const { link } = await startRedirectSignIn();
  const page = await (await open(link)).text();
  expect(page).toContain('&lt;b&gt;Field&lt;/b&gt; &amp; &quot;Notes&quot; &#39;Ltd&#39;');
  expect(page).not.toContain('<b>Field');
});

test.each(['/owner', '/approve/page'])(
  'provider page %s: no inline script, nothing from other origins, no framing',
  async (path) => {
    const { link } = await startRedirectSignIn();
    const response = await open(path === '/owner' ? `${provider.url}/owner` : link);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; " +
        "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    );
    // The URL is a secret: it must not appear in a cache, or in a Referer header to another site. With no-referrer,
    // browsers would send the Origin of the page's own forms as null.
    expect(response.headers.get('referrer-policy')).toBe('same-origin');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const page = await response.text();
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| on\w+=| style=/);
    // Links lead to other services; everything that is loaded comes from the provider.
    const loaded = page.replace(/<a href="[^"]*"/g, '<a').replace(/data-view="[^"]*"/, '');
    expect(loaded).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
  },
);

test('provider pages: assets are cached as immutable, because their URLs contain a hash', async () => {
  const page = await (await open(`${provider.url}/owner`)).text();
  const addresses = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address ?? '');
  expect(addresses.length).toBeGreaterThanOrEqual(2);
  for (const address of addresses) {
    const asset = await fetch(provider.url + address);
    expect([address, asset.status, asset.headers.get('cache-control')]).toEqual([
      address,
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(address).toMatch(/\?v=[\w-]{12}$/);
  }
});

test.each(['A'.repeat(43), 'short', '%00', 'A'.repeat(600)])(
  'approval page: an unknown link returns an error page: %s',
  async (secret) => {
    const response = await open(`${provider.url}/approve/${secret}`);
    expect([response.status >= 400 && response.status < 500, (await response.text()).length > 0]).toEqual([true, true]);
    const status = await fetch(`${provider.url}/approve/${secret}/status`);
    expect([400, 404, 414]).toContain(status.status);
  },
);

test.each([
  ['a browser', 'text/html,*/*;q=0.8', 'text/html'],
  ['a program', '*/*', 'application/json'],
])(
  'RFC 6749 §4.1.2.1: without a trusted redirect address %s gets the error as its kind',
  async (_who, accept, type) => {
    const { query } = provider.flow({ response_mode: 'query', redirect_uri: 'https://evil.test/callback' });
    const response = await fetch(`${provider.url}/oauth/authorize?${new URLSearchParams(query).toString()}`, {
      headers: { accept },
      redirect: 'manual',
    });
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([400, type]);
    const text = await response.text();
    expect(text).toContain('redirect_uri is not registered for this application: https://evil.test/callback');
    if (type === 'text/html') {
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('<h1>This request cannot continue</h1>');
    }
  },
);
