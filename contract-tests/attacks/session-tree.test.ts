import { beforeAll, expect, test } from 'vitest';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { deviceMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { delegate, exchangeForm, sendExchange, type ParsedResponse, proof, startProvider } from '../fixtures/sso.ts';
import { createAuthenticator } from '../fixtures/client/authenticator.ts';
import { bindAgent, createOwnerDevice, type Owner } from '../fixtures/identity.ts';
import {
  codeByRedirect,
  openPasskeyBrowser,
  type PasskeyBrowser,
  redirectRequest,
  signInByRedirect,
} from '../fixtures/passkey-browser.ts';
import { portalProvider } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey, type TestKey } from '../fixtures/protocol/keys.ts';

// A session that outlives what it grew from, because it is deep below, or because it is used at the moment of the end.

const redirectUri = 'http://127.0.0.1/callback';

const provider = useStarted(startProvider);
let admin: SsoApiClient;
beforeAll(async () => {
  const headers = { authorization: `Bearer ${provider.platform.adminKey}` };
  admin = createSsoClient({ baseUrl: provider.url, headers });
});

/** A person with a passkey, the browser that it signed in, and a phone. */
interface Person {
  readonly browser: PasskeyBrowser;
  readonly phone: Owner;
}

async function person(): Promise<Person> {
  const browser = await openPasskeyBrowser(provider.url);
  const assertion = await browser.assert({ action: 'create_device_link' });
  const created = await browser.send('/api/v1/owner/device-links', { method: 'POST', json: { assertion } });
  const { link } = JSON.parse(created.text) as { readonly link: string };
  const middleware = [deviceMiddleware({ keypair: newKey() })];
  return { browser, phone: await createOwnerDevice(createSsoClient({ baseUrl: provider.url, middleware }), link) };
}

/** A session, and how it renews its tokens. */
interface Leaf {
  readonly name: 'application' | 'helper' | 'helper of the helper';
  readonly key: TestKey;
  readonly renew: () => Promise<ParsedResponse>;
}

/** Below passkey and browser: an application, its helper, and the helper of that one. The code allows no deeper tree. */
async function leavesOf({ browser, phone }: Person): Promise<readonly Leaf[]> {
  const [key, helper, second] = [newKey(), newKey(), newKey()];
  const { clientId } = provider;
  let { refreshToken } = await signInByRedirect(provider.url, browser, { clientId, redirectUri, key });
  const help = async (agent: TestKey, by: TestKey): Promise<Pick<Leaf, 'key' | 'renew'>> => {
    const form = exchangeForm(provider, await delegate(provider, { key: agent, owner: phone }, by));
    return { key: by, renew: () => sendExchange(provider, by, form) };
  };
  const refresh = async () => {
    const response = await provider.refresh(refreshToken, key);
    if (response.status === 200) refreshToken = String(response.body['refresh_token']);
    return response;
  };
  return [
    { name: 'application', key, renew: refresh },
    { name: 'helper', ...(await help(key, helper)) },
    { name: 'helper of the helper', ...(await help(helper, second)) },
  ];
}

interface Used {
  readonly sentAt: number;
  readonly response: ParsedResponse;
}

/** Renews the tokens of a session without pause until that is refused. */
async function renewUntilRefused({ renew }: Leaf, used: Used[]): Promise<void> {
  for (;;) {
    const sentAt = performance.now();
    const response = await renew();
    used.push({ sentAt, response });
    if (response.status !== 200) return;
  }
}

async function userinfo(accessToken: string, key: TestKey): Promise<number> {
  const dpop = await proof({ method: 'GET', url: `${provider.url}/oauth/userinfo`, accessToken }, key);
  const headers = { authorization: `DPoP ${accessToken}`, dpop };
  return (await provider.send('GET', '/oauth/userinfo', { headers })).status;
}

async function recover({ phone }: Person): Promise<number> {
  const { codes } = unwrap(await phone.sso.createRecoveryCodes({}));
  const headers = { origin: provider.url };
  const options = await provider.send('POST', '/api/v1/owner/recovery/options', {
    json: { code: codes[0], name: 'New laptop' },
    headers,
  });
  const { challenge } = options.body['publicKey'] as { readonly challenge: string };
  const credential = createAuthenticator().create(challenge, { origin: provider.url });
  return (await provider.send('POST', '/api/v1/owner/recovery', { json: { credential }, headers })).status;
}

const signOut = async ({ browser }: Person) =>
  (await browser.send('/api/v1/owner/session', { method: 'DELETE' })).status;

const ends: readonly {
  readonly how: string;
  readonly end: (who: Person) => Promise<number>;
  /** Whether it ends what the person approved on the phone, too. */
  readonly everything: boolean;
}[] = [
  { how: 'signs out in the browser', end: signOut, everything: false },
  {
    how: 'ends all browsers',
    end: async ({ phone }) => (await phone.sso.deleteBrowserSessions({})).status,
    everything: false,
  },
  {
    how: 'deletes the passkey',
    end: async ({ phone }) => {
      const [passkey] = unwrap(await phone.sso.getOwner()).passkeys;
      return (await phone.sso.deletePasskey({ path: { credentialId: passkey?.credentialId ?? '' } })).status;
    },
    everything: false,
  },
  { how: 'recovers', end: recover, everything: false },
  {
    how: 'is suspended',
    end: async ({ phone }) => (await admin.suspendOwner({ path: { sub: phone.sub }, body: {} })).status,
    everything: true,
  },
  {
    how: 'deletes their identity',
    end: async ({ phone }) => (await phone.sso.deleteOwner({})).status,
    everything: true,
  },
];

test.each(ends)(
  'with helpers of helpers that renew their tokens without pause, an application outlives that its person $how',
  async ({ end, everything }) => {
    const who = await person();
    const agent = await bindAgent(provider.platform, { clientId: provider.clientId, owner: who.phone });
    const leaves = (await leavesOf(who)).map((leaf) => ({ leaf, used: new Array<Used>() }));
    // In order, because each one needs the session above it.
    for (const { leaf } of leaves) {
      const { status, body } = await leaf.renew();
      expect([leaf.name, status, body['error_description']]).toEqual([leaf.name, 200, undefined]);
    }
    // Helpers over several connections at once: a delegation may be exchanged again at any time.
    const renewing = leaves.flatMap(({ leaf, used }) =>
      Array.from({ length: leaf.name === 'application' ? 1 : 3 }, () => renewUntilRefused(leaf, used)),
    );
    await expect.poll(() => leaves.every(({ used }) => used.length > 0), { interval: 5 }).toBe(true);
    expect(await end(who)).toBeLessThan(300);
    const endedAt = performance.now();
    await Promise.all(renewing);

    for (const { leaf, used } of leaves) {
      const error = leaf.name === 'application' ? 'invalid_grant' : 'invalid_request';
      for (const refused of [used.at(-1)?.response, await leaf.renew()])
        expect([leaf.name, refused?.status, refused?.body['error']]).toEqual([leaf.name, 400, error]);
      const renewed = used.filter(({ response }) => response.status === 200);
      expect(renewed.filter(({ sentAt }) => sentAt > endedAt)).toEqual([]);
      for (const { response } of renewed.slice(-1))
        expect(await userinfo(String(response.body['access_token']), leaf.key)).toBe(401);
    }
    expect((await provider.refresh(agent.refreshToken, agent.key)).status).toBe(everything ? 400 : 200);
  },
);

/** Races that are repeated, because their order is not determined. */
const rounds = 6;

test('with a code that is redeemed while the person signs out of the browser, an application keeps a session', async () => {
  const { clientId } = provider;
  for (let round = 0; round < rounds; round += 1) {
    const who = await person();
    const grant = await codeByRedirect(who.browser, { clientId, redirectUri });
    const [redeemed, signedOut] = await Promise.all([provider.exchange({ ...grant }), signOut(who)]);
    expect([[200, 400].includes(redeemed.status), signedOut]).toEqual([true, 204]);
    const { status, body } =
      redeemed.status === 200 ? await provider.refresh(String(redeemed.body['refresh_token'])) : redeemed;
    expect([status, body['error']]).toEqual([400, 'invalid_grant']);
    expect(unwrap(await who.phone.sso.listConnectedSessions({})).sessions).toEqual([]);
  }
});

test('with a silent sign-in while the person signs out of the browser, the portal keeps a session', async () => {
  const { redirectUris } = unwrap(await admin.getProvider({ path: { providerAddress: portalProvider } }));
  const [callback = ''] = redirectUris;
  const toPortal = { clientId: portalProvider, redirectUri: callback };
  for (let round = 0; round < rounds; round += 1) {
    const who = await person();
    await signInByRedirect(provider.url, who.browser, toPortal);
    const { query, verifier } = redirectRequest(portalProvider, callback, { prompt: 'none' });
    const [silent, signedOut] = await Promise.all([
      who.browser.authorize(query, { 'sec-fetch-site': 'same-origin' }),
      signOut(who),
    ]);
    expect(signedOut).toBe(204);
    const code = silent.location?.searchParams.get('code');
    expect(typeof code === 'string' || silent.location?.searchParams.get('error')).toSatisfy(
      (outcome) => outcome === true || outcome === 'login_required',
    );
    const redeemed = await provider.exchange({
      grant_type: 'authorization_code',
      code: code ?? 'none',
      client_id: portalProvider,
      code_verifier: verifier,
      redirect_uri: callback,
    });
    expect([redeemed.status, redeemed.body['error']]).toEqual([400, 'invalid_grant']);
    expect(unwrap(await who.phone.sso.listConnectedSessions({})).sessions).toEqual([]);
  }
});
