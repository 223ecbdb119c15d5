import { beforeAll, expect, test } from 'vitest';
import { signInBrowser, signInByRedirect } from '../../../contract-tests/fixtures/sso/browser.ts';
import { adminKey, form, issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode, refresh, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { createApprovalReadModel } from '../../sso/sign-in/approval-read-model.ts';
import { createLogoutModel } from '../../sso/sessions/logout.ts';
import { registerApprovalPages } from '../approval/register-approval-pages.ts';
import { registerLogoutPages } from './logout-pages.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const redirectUri = 'https://calendar.example/callback';
const target = 'https://calendar.example/signed-out';

const sso = useStarted(() =>
  startSso({
    pages: (app, context) =>
      registerApprovalPages(app, createApprovalReadModel(context), issuer, 'open', [], (instance, send) =>
        registerLogoutPages(instance, createLogoutModel(context), { baseUrl: issuer, send }),
      ),
  }),
);
let client: string;
let otherClient: string;
beforeAll(async () => {
  client = await provider({ redirectUris: [redirectUri], postLogoutRedirectUris: [target] });
  otherClient = await provider({});
});

async function provider(further: object): Promise<string> {
  const created = await sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Calendar', ...further },
  });
  if (created.statusCode !== 201) throw new Error(created.body);
  return created.json<{ providerAddress: string }>().providerAddress;
}

async function signedIn() {
  const { grant, sub, device } = await approvedCode(sso, { client_id: client });
  const tokens = (await form(sso, '/oauth/token', grant)).json<Tokens>();
  return { ...tokens, sub, device };
}

const endSession = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  sso.app.inject({ method: 'GET', url: '/oauth/end_session', query, headers });
const ownerStatus = async (cookie: string) =>
  (await sso.app.inject({ url: '/api/v1/owner', headers: { cookie, origin: issuer } })).statusCode;

test('RP-Initiated Logout §2, §3: with id_token_hint the sessions of the browser end, and it returns with state', async () => {
  const elsewhere = await signedIn();
  const browser = await signInBrowser(sso, elsewhere.device);
  const { cookie } = browser;
  const { id_token, refresh_token } = await signInByRedirect(sso, browser, { client, redirectUri });
  expect(await ownerStatus(cookie)).toBe(200);
  const query = { id_token_hint: id_token, post_logout_redirect_uri: target, state: 'a b&c' };
  const response = await endSession(query, { cookie });
  expect([response.statusCode, response.headers.location]).toEqual([303, `${target}?state=a+b%26c`]);
  expect(String(response.headers['set-cookie'])).toMatch(/^owner_session=; .*Max-Age=0/);
  expect(await ownerStatus(cookie)).toBe(401);
  expect((await refresh(sso, refresh_token, undefined, client)).json()).toMatchObject({ error: 'invalid_grant' });
  expect((await refresh(sso, elsewhere.refresh_token, undefined, client)).statusCode).toBe(200);
});

test('RP-Initiated Logout §2: a hint names the person by the pairwise sub of its application, and nobody else', async () => {
  const settings = { subjectType: 'pairwise', redirectUris: [redirectUri], postLogoutRedirectUris: [target] };
  const pairwise = await provider(settings);
  const [browser, other] = [await signInBrowser(sso), await signInBrowser(sso)];
  const { id_token } = await signInByRedirect(sso, browser, { client: pairwise, redirectUri });
  await endSession({ id_token_hint: id_token }, { cookie: other.cookie });
  expect(await ownerStatus(other.cookie)).toBe(200);
  await endSession({ id_token_hint: id_token }, { cookie: browser.cookie });
  expect(await ownerStatus(browser.cookie)).toBe(401);
});

test('RP-Initiated Logout §2: the parameters may be sent by POST, and an expired id_token is accepted', async () => {
  const { id_token } = await signedIn();
  sso.advance(4_000);
  const response = await form(sso, '/oauth/end_session', { id_token_hint: id_token, post_logout_redirect_uri: target });
  expect([response.statusCode, response.headers.location]).toEqual([303, target]);
});

test('RP-Initiated Logout §2: without post_logout_redirect_uri the provider says that the person is signed out', async () => {
  const { id_token, device } = await signedIn();
  const { cookie } = await signInBrowser(sso, device);
  const response = await endSession({ id_token_hint: id_token, unknown: 'x', state: '' }, { cookie });
  expect([response.statusCode, response.body]).toEqual([200, expect.stringContaining('You are signed out')]);
});

test('sso: without id_token_hint end_session asks first', async () => {
  const browser = await signInBrowser(sso);
  for (const query of [{}, { client_id: client, post_logout_redirect_uri: target }] satisfies Record<
    string,
    string
  >[]) {
    const response = await endSession(query, { cookie: browser.cookie });
    expect([response.statusCode, response.body, response.headers['set-cookie']]).toEqual([
      200,
      expect.stringContaining('Sign out?'),
      undefined,
    ]);
    expect(response.body).toContain('<a class="button plain" href="/owner">Stay signed in</a>');
  }
  expect(await ownerStatus(browser.cookie)).toBe(200);

  const fields = { client_id: client, post_logout_redirect_uri: target };
  const confirm = (origin: string) =>
    form(sso, '/oauth/end_session/confirm', fields, { cookie: browser.cookie, origin });
  expect((await confirm('https://evil.test')).statusCode).toBe(403);
  expect(await ownerStatus(browser.cookie)).toBe(200);
  const confirmed = await confirm(issuer);
  expect([confirmed.statusCode, confirmed.body]).toEqual([200, expect.stringContaining(target)]);
  expect(await ownerStatus(browser.cookie)).toBe(401);
});

test('sso: before it signs out end_session counts the applications that end, of this browser only', async () => {
  const elsewhere = await signedIn();
  const browser = await signInBrowser(sso, elsewhere.device);
  await signInByRedirect(sso, browser, { client, redirectUri });
  const { cookie } = browser;
  const body = async (headers: Record<string, string>) => (await endSession({}, headers)).body;
  expect(await body({ cookie })).toContain('This ends 1 application that you opened in this browser.');
  expect(await body({})).not.toContain('This ends');
});

test('sso: a navigation from another site is loaded again from this one, where the session is visible', async () => {
  const { id_token, refresh_token } = await signedIn();
  const response = await endSession({ id_token_hint: id_token }, { 'sec-fetch-site': 'cross-site' });
  expect([response.statusCode, response.headers['set-cookie']]).toEqual([200, undefined]);
  expect(response.body).toContain(`url=/oauth/end_session?id_token_hint=${id_token}`);
  expect((await refresh(sso, refresh_token, undefined, client)).statusCode).toBe(200);
});

test('RP-Initiated Logout §3: a request with a violation ends no session and is never redirected', async () => {
  const { id_token, access_token, refresh_token } = await signedIn();
  const [header = '', payload = ''] = id_token.split('.');
  const wrong: Record<string, string>[] = [
    { id_token_hint: id_token, post_logout_redirect_uri: 'https://evil.test/' },
    { id_token_hint: id_token, post_logout_redirect_uri: `${target}/` },
    { id_token_hint: id_token, client_id: otherClient, post_logout_redirect_uri: target },
    { client_id: otherClient, post_logout_redirect_uri: target },
    { client_id: 'unknown', post_logout_redirect_uri: target },
    { post_logout_redirect_uri: target },
    { id_token_hint: 'not a token' },
    { id_token_hint: access_token },
    { id_token_hint: `${header}.${payload}.AAAA` },
    { id_token_hint: 'x'.repeat(8193) },
    { id_token_hint: id_token, state: 'x'.repeat(4097) },
  ];
  for (const query of wrong) {
    const response = await endSession(query);
    expect([query, response.statusCode, response.headers.location]).toEqual([query, 400, undefined]);
    expect(response.headers['content-type']).toContain('text/html');
  }
  const twice = new URLSearchParams([...Object.entries({ id_token_hint: id_token }), ['state', 'a'], ['state', 'b']]);
  expect((await sso.app.inject(`/oauth/end_session?${twice.toString()}`)).statusCode).toBe(400);
  expect((await refresh(sso, refresh_token, undefined, client)).statusCode).toBe(200);
});

test('sso: text of a logout request is escaped on the pages', async () => {
  const response = await endSession({ state: '"><script>alert(1)</script>' });
  expect(response.body).not.toContain('<script>alert');
});

test('RP-Initiated Logout §2.1: discovery lists the endpoint', async () => {
  expect((await sso.app.inject('/.well-known/openid-configuration')).json()).toMatchObject({
    end_session_endpoint: `${issuer}/oauth/end_session`,
  });
});
