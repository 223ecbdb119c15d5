import { beforeAll, expect, test } from 'vitest';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { bindAgent } from '../fixtures/identity.ts';
import { openPasskeyBrowser, type PasskeyBrowser, signInByRedirect } from '../fixtures/passkey-browser.ts';
import { type ParsedResponse, type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';

// id_tokens are published: the notes of a signed commit have one.

const redirectUri = 'https://calendar.example/callback';
const returnTo = 'https://calendar.example/signed-out';

const provider = useStarted(startProvider);
const foreign = useStarted(startProvider);
let clientId: string;
beforeAll(async () => {
  clientId = await register(provider);
});

async function register({ url, platform }: RunningProvider): Promise<string> {
  const admin = createSsoClient({ baseUrl: url, headers: { authorization: `Bearer ${platform.adminKey}` } });
  const body = { name: 'Calendar', redirectUris: [redirectUri], postLogoutRedirectUris: [returnTo] };
  return unwrap(await admin.createProvider({ body })).providerAddress;
}

/** A person with an application in a browser, and with an agent that was approved on a phone. */
async function person() {
  const browser = await openPasskeyBrowser(provider.url);
  const application = await signInByRedirect(provider.url, browser, { clientId, redirectUri });
  const agent = await bindAgent(provider.platform, { clientId: provider.clientId });
  return { browser, application, agent, sub: browser.sub };
}
type Person = Awaited<ReturnType<typeof person>>;

const signedIn = async ({ send }: PasskeyBrowser) => (await send('/api/v1/owner')).status;
const refresh = (refreshToken: string) =>
  provider.exchange({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId });
/** Whether browser, application and agent live. Refreshes once. */
const alive = async ({ browser, application, agent }: Person) => [
  await signedIn(browser),
  (await refresh(application.refreshToken)).status,
  (await provider.refresh(agent.refreshToken, agent.key)).status,
];

const pageOf = ({ status, headers, body }: ParsedResponse) => ({
  status,
  location: headers.get('location'),
  cookie: headers.get('set-cookie'),
  text: String(body['text']),
});
const strangerEnds = async (method: 'GET' | 'POST', parameters: Record<string, string>) =>
  pageOf(
    method === 'GET'
      ? await provider.send('GET', `/oauth/end_session?${new URLSearchParams(parameters).toString()}`)
      : await provider.send('POST', '/oauth/end_session', { form: parameters }),
  );

test.each(['GET', 'POST'] as const)(
  'with a published id_token, a stranger who sends it by %s signs nobody out, neither application nor agent',
  async (method) => {
    const victim = await person();
    for (const hint of [victim.application.idToken, victim.agent.idToken]) {
      const page = await strangerEnds(method, { id_token_hint: hint });
      expect(page).toMatchObject({ status: 200, location: null, cookie: null });
      expect(page.text).toContain('You are not signed in here');
    }
    const parameters = { id_token_hint: victim.application.idToken, post_logout_redirect_uri: returnTo, state: 's' };
    expect(await strangerEnds(method, parameters)).toMatchObject({
      status: 303,
      location: `${returnTo}?state=s`,
      cookie: null,
    });
    expect(await alive(victim)).toEqual([200, 200, 200]);
  },
);

test('with a published id_token, a stranger in a browser of their own ends neither their session nor that of the person', async () => {
  const [victim, stranger] = [await person(), await person()];
  const query = new URLSearchParams({ id_token_hint: victim.application.idToken });
  const page = await stranger.browser.send(`/oauth/end_session?${query.toString()}`);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('You are not signed in here')]);
  expect([await alive(victim), await alive(stranger)]).toEqual([
    [200, 200, 200],
    [200, 200, 200],
  ]);
});

test('with the id_token of another provider, or of another application, a page signs nobody out and leads nowhere', async () => {
  const victim = await person();
  const foreignBrowser = await openPasskeyBrowser(foreign.url);
  const foreignClient = await register(foreign);
  const elsewhere = await signInByRedirect(foreign.url, foreignBrowser, { clientId: foreignClient, redirectUri });
  for (const hint of [
    { id_token_hint: elsewhere.idToken },
    { id_token_hint: elsewhere.idToken, client_id: clientId, post_logout_redirect_uri: returnTo },
    { id_token_hint: victim.agent.idToken, client_id: clientId, post_logout_redirect_uri: returnTo },
    { id_token_hint: victim.agent.idToken, post_logout_redirect_uri: returnTo },
  ] satisfies Record<string, string>[]) {
    const page = await victim.browser.send(`/oauth/end_session?${new URLSearchParams(hint).toString()}`);
    expect([page.status, page.location, page.headers.get('set-cookie')]).toEqual([400, undefined, null]);
    expect(page.text).toContain('invalid_request');
  }
  expect(await alive(victim)).toEqual([200, 200, 200]);
});

test('with the id_token of a person who deleted their identity, nobody is signed out', async () => {
  const [gone, stranger] = [await person(), await person()];
  const assertion = await gone.browser.assert({ action: 'delete_owner' });
  const deleted = await gone.browser.send('/api/v1/owner', { method: 'DELETE', json: { assertion } });
  expect(deleted.status).toBe(204);
  const query = new URLSearchParams({ id_token_hint: gone.application.idToken });
  for (const { send } of [stranger.browser, gone.browser]) {
    const page = await send(`/oauth/end_session?${query.toString()}`);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('You are not signed in here')]);
  }
  expect(await alive(stranger)).toEqual([200, 200, 200]);
});
