import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

const redirectUri = "https://wiki.test/callback?tenant=a&b='c'";

const provider = useStarted(startProvider);
let clientId: string;
beforeAll(async () => {
  const { body } = await provider.send('POST', '/api/v1/providers', {
    headers: { authorization: `Bearer ${provider.platform.adminKey}` },
    json: { name: 'Wiki', redirectUris: [redirectUri, 'com.example.wiki:/callback'] },
  });
  clientId = String(body['providerAddress']);
});

type Changes = Readonly<Record<string, string | undefined>>;

async function start(changes: Changes = {}) {
  const { query, verifier } = provider.flow({
    client_id: clientId,
    response_mode: 'form_post',
    redirect_uri: redirectUri,
    ...changes,
  });
  const url = `${provider.url}/oauth/authorize?${new URLSearchParams(query).toString()}`;
  const response = await fetch(url, { redirect: 'manual' });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { response, verifier, link: response.headers.get('location') ?? '', cookie };
}

const open = (link: string, cookie: string) => fetch(link, { redirect: 'manual', headers: { cookie } });

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text: string) => text.replace(/&(#?\w+);/g, (_all, name: string) => entities[name] ?? '?');

/** Reads the form of a page. */
async function formOf(response: Response) {
  const page = await response.text();
  const [, action = ''] = /<form method="post" action="([^"]*)">/.exec(page) ?? [];
  const inputs = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)" \/>/g)];
  const fields = Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, decoded(value)]));
  return { page, action: decoded(action), fields };
}

test('Form Post Response Mode §2: after approval the page submits code, state and iss to the application', async () => {
  const { link, cookie, verifier } = await start({ state: 'a state' });
  await provider.owner.decide(link, 'approve');
  const status = await (await fetch(`${link}/status`, { headers: { cookie } })).json();
  expect(status).toEqual({ status: 'approved', returnTo: link });
  const response = await open(link, cookie);
  const { action, fields, page } = await formOf(response);
  expect([response.status, action]).toEqual([200, redirectUri]);
  expect(fields).toEqual({ code: expect.any(String), state: 'a state', iss: provider.url });
  expect(page).toContain('<button type="submit">');

  const { code = '' } = fields;
  const form = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier };
  const tokens = await provider.send('POST', '/oauth/token', { form: { ...form, redirect_uri: redirectUri } });
  expect(tokens.status).toBe(200);
});

test('Form Post Response Mode §2: a rejection and an error of the request are submitted too', async () => {
  const { link, cookie } = await start({ state: 's' });
  await provider.owner.decide(link, 'reject');
  const rejected = await formOf(await open(link, cookie));
  expect(rejected.fields).toEqual({ error: 'access_denied', state: 's', iss: provider.url });
  const { response } = await start({ scope: 'email', state: 's' });
  const refused = await formOf(response);
  expect([response.status, refused.action, refused.fields['error']]).toEqual([200, redirectUri, 'invalid_scope']);
});

test('sso form_post: the page allows one script by its hash, is not cached and names no form-action', async () => {
  const { link, cookie } = await start();
  await provider.owner.decide(link, 'approve');
  const response = await open(link, cookie);
  const { page } = await formOf(response);
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  expect(scripts).toHaveLength(1);
  const hash = createHash('sha256')
    .update(scripts[0] ?? '')
    .digest('base64');
  expect(response.headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('origin');
});

test.each([
  ['markup', `"><script>alert(1)</script><input name='code' value='x'>&quot;`],
  ['4,096 characters', `${'<'.repeat(4_095)}"`],
])('sso form_post: a state of %s reaches the application unchanged and is no markup', async (_what, state) => {
  const { link, cookie } = await start({ state });
  await provider.owner.decide(link, 'approve');
  const { fields, page } = await formOf(await open(link, cookie));
  expect(fields['state']).toBe(state);
  expect(page.match(/<script/g)).toHaveLength(1);
});

test.each(['a\r\nb', 'a\nb', 'a\u0000b', 's'.repeat(4_097)])(
  'sso form_post: a state with line breaks or more than 4,096 characters is refused and not returned (%#)',
  async (state) => {
    const { response } = await start({ state });
    const { fields } = await formOf(response);
    expect(fields).toEqual({ error: 'invalid_request', error_description: expect.any(String), iss: provider.url });
  },
);

test('sso form_post: another browser gets no form', async () => {
  const { link } = await start();
  await provider.owner.decide(link, 'approve');
  const { action, fields } = await formOf(await open(link, ''));
  expect(action).not.toBe(redirectUri);
  expect(fields).not.toHaveProperty('code');
});

test("sso form_post: an app's own scheme cannot receive a form", async () => {
  const { response } = await start({ redirect_uri: 'com.example.wiki:/callback' });
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^com\.example\.wiki:\/callback\?error=invalid_request&/),
  ]);
});

test('RFC 7009 §2.2: the response to a revocation is an empty JSON object', async () => {
  const { refreshToken } = await provider.signIn();
  for (const token of [refreshToken, 'unknown']) {
    const revoked = await provider.send('POST', '/oauth/revoke', { form: { token, client_id: provider.clientId } });
    expect([revoked.status, revoked.headers.get('content-type'), revoked.body]).toEqual([
      200,
      expect.stringContaining('application/json'),
      {},
    ]);
  }
});
