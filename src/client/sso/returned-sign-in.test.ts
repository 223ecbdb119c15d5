import { afterEach, describe, expect, test, vi } from 'vitest';
import { alice, baseUrl, bob, useSsoClient } from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { createDpopKeypair } from '../dpop/dpop-keypair.ts';
import { flowKeys, pendingLinkKey } from './start-sign-in.ts';

const fixture = useSsoClient();
const minute = 60_000;

test('resumeSignIn: a reloaded page continues the pending sign-in [S42]', async () => {
  const started = await fixture.client().generateDeeplink();
  const reloaded = fixture.client();
  const resumed = reloaded.resumeSignIn();
  expect(resumed).toEqual(started);
  fixture.provider.approve();
  const { authorization_code: code = '' } = await reloaded.pollAuth(resumed?.polling_code ?? '');
  await reloaded.exchangeToken(code);
  expect([reloaded.getSubject(), reloaded.resumeSignIn()]).toEqual([alice, null]);
  expect(fixture.provider.to('/oauth/authorize')).toHaveLength(1);
});

test('resumeSignIn: returns null without a pending sign-in, after logout and after its expiry [S43]', async () => {
  const sso = fixture.client();
  expect(sso.resumeSignIn()).toBeNull();
  await sso.generateDeeplink();
  fixture.provider.clock.now += 5 * minute;
  expect(sso.resumeSignIn()).toBeNull();
  await sso.generateDeeplink();
  sso.logout();
  expect([sso.resumeSignIn(), fixture.flow.getItem(pendingLinkKey)]).toEqual([null, null]);
});

test('resumeSignIn: a clock that is hours ahead does not make a link unusable [S45]', async () => {
  const ahead = { now: () => fixture.provider.clock.now + 300 * minute };
  const started = await fixture.client(ahead).generateDeeplink();
  expect(fixture.client(ahead).resumeSignIn()).toEqual(started);
});

test.each(['rejected', 'expired'])('resumeSignIn: returns null once the sign-in was %s [S43]', async (status) => {
  const sso = fixture.client();
  const { polling_code: polling } = await sso.generateDeeplink();
  fixture.provider.respondWith('/oauth/poll', () => Response.json({ status }));
  await sso.pollAuth(polling);
  expect(sso.resumeSignIn()).toBeNull();
});

test.each([404, 409])('resumeSignIn: returns null once a poll receives %i [S43]', async (status) => {
  const sso = fixture.client();
  const { polling_code: polling } = await sso.generateDeeplink();
  fixture.provider.respondWith('/oauth/poll', () => Response.json({ error: 'invalid_grant' }, { status }));
  await expect(sso.pollAuth(polling)).rejects.toMatchObject({ status });
  expect(sso.resumeSignIn()).toBeNull();
});

test('resumeSignIn: an outage while polling keeps the pending sign-in [S44]', async () => {
  const sso = fixture.client();
  const { polling_code: polling } = await sso.generateDeeplink();
  fixture.provider.respondWith('/oauth/poll', () => new Response('', { status: 503 }));
  await expect(sso.pollAuth(polling)).rejects.toMatchObject({ status: 503 });
  expect(sso.resumeSignIn()?.polling_code).toBe(polling);
});

test('resumeSignIn: a pending sign-in of another application, provider or key is not resumed [S46]', async () => {
  await fixture.client().generateDeeplink();
  for (const config of [
    { providerAddress: 'f'.repeat(32) },
    { ssoBaseUrl: 'https://other.example' },
    { dpop: { keypair: await createDpopKeypair() } },
  ]) {
    expect(fixture.client(config).resumeSignIn()).toBeNull();
  }
  expect(fixture.client().resumeSignIn()).not.toBeNull();
});

test.each([
  ['no JSON', '{'],
  ['a script link', '{"response":{"deep_link":"javascript:alert(1)","polling_code":"p","expired_at":1}}'],
  ['an array', '[]'],
])('resumeSignIn: a stored value with %s is ignored [S47]', async (_, value) => {
  const sso = fixture.client();
  await sso.generateDeeplink();
  const stored: object = JSON.parse(fixture.flow.getItem(pendingLinkKey) ?? '');
  const mixed = value === '{' || value === '[]' ? value : JSON.stringify({ ...stored, ...JSON.parse(value) });
  fixture.flow.setItem(pendingLinkKey, mixed);
  expect(sso.resumeSignIn()).toBeNull();
});

test('resumeSignIn: a link whose verifier or state belongs to another sign-in is not resumed [S46]', async () => {
  const sso = fixture.client();
  await sso.generateDeeplink();
  const state = fixture.flow.getItem(flowKeys.state);
  fixture.flow.setItem(flowKeys.state, 'another');
  expect(sso.resumeSignIn()).toBeNull();
  fixture.flow.setItem(flowKeys.state, state ?? '');
  fixture.flow.removeItem(flowKeys.codeVerifier);
  expect(sso.resumeSignIn()).toBeNull();
});

test('resumeSignIn: storage without room for the link does not stop a sign-in [S48]', async () => {
  const full = {
    ...fixture.flow,
    setItem: (key: string, value: string) => {
      if (key === pendingLinkKey) throw new DOMException('', 'QuotaExceededError');
      fixture.flow.setItem(key, value);
    },
  };
  const sso = fixture.client({ flowStorage: full });
  await sso.exchangeToken(await fixture.approved(sso));
  expect(sso.getSubject()).toBe(alice);
});

test('generateDeeplink: missing crypto.subtle is an error before anything is sent [S5]', async () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes });
  try {
    await expect(fixture.client().generateDeeplink()).rejects.toThrow(
      'crypto.subtle is not available: open the page over https or on a loopback host.',
    );
    expect(fixture.provider.received).toEqual([]);
  } finally {
    vi.unstubAllGlobals();
  }
});

const redirectUri = 'https://app.example/callback';
const client = () => fixture.client({ redirectUri });
afterEach(() => void vi.unstubAllGlobals());

/** Opens the address at the provider, which approves. @returns the address of the redirect */
async function opened(address: string, sub = alice): Promise<string> {
  await fixture.provider.fetch(address);
  const state = new URL(address).searchParams.get('state') ?? '';
  return `${redirectUri}?${new URLSearchParams({ code: fixture.provider.approve(sub), state, iss: baseUrl })}`;
}

describe('redirect mode', () => {
  test('SsoClient by redirect: the address has response_mode=query, PKCE, state and nonce; its code signs in [S49]', async () => {
    const sso = client();
    const address = sso.createSignInUrl();
    const query = Object.fromEntries(new URL(address).searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: redirectUri,
      scope: 'openid',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
    // The redirect loads the page again.
    expect(await client().finishRedirect(await opened(address))).toBe(true);
    expect(client().getSubject()).toBe(alice);
    expect(fixture.provider.to('/oauth/token')[0]?.form.get('redirect_uri')).toBe(redirectUri);
  });

  test('SsoClient by redirect: needs a redirectUri [S50]', () => {
    expect(() => fixture.client().createSignInUrl()).toThrow('needs the option redirectUri');
  });

  test('SsoClient by redirect: a page that was not opened by a redirect is left alone, also after a reload [S51]', async () => {
    const sso = client();
    expect(await sso.finishRedirect('https://app.example/?code=of-another-library&state=s')).toBe(false);
    const end = await opened(sso.createSignInUrl());
    expect(await sso.finishRedirect('https://app.example/')).toBe(false);
    expect([await sso.finishRedirect(end), await sso.finishRedirect(end)]).toEqual([true, false]);
  });

  test('RFC 9700 §4.7: the code of another sign-in is not redeemed, and the pending sign-in stays usable [S52]', async () => {
    const sso = client();
    const end = await opened(sso.createSignInUrl());
    const forged = new URL(end);
    forged.searchParams.set('state', 'of-an-attacker');
    await expect(sso.finishRedirect(forged.href)).rejects.toMatchObject({ error: 'state_mismatch' });
    const repeated = `${end}&state=${new URL(end).searchParams.get('state')}`;
    await expect(sso.finishRedirect(repeated)).rejects.toMatchObject({ error: 'state_mismatch' });
    expect(fixture.provider.to('/oauth/token')).toEqual([]);
    expect(await sso.finishRedirect(end)).toBe(true);
  });

  test.each([null, 'https://evil.example'])(
    'RFC 9207 §2.4: a redirect with issuer %s is rejected [S52]',
    async (issuer) => {
      const sso = client();
      const end = new URL(await opened(sso.createSignInUrl(), bob));
      if (issuer === null) end.searchParams.delete('iss');
      else end.searchParams.set('iss', issuer);
      await expect(sso.finishRedirect(end.href)).rejects.toMatchObject({ error: 'issuer_mismatch' });
      expect(sso.getSubject()).toBeNull();
    },
  );

  test('SsoClient by redirect: a declined sign-in is an AuthorizeError with the code of the provider [S53]', async () => {
    const sso = client();
    const end = new URL(await opened(sso.createSignInUrl()));
    end.searchParams.delete('code');
    end.searchParams.set('error', 'access_denied');
    await expect(sso.finishRedirect(end.href)).rejects.toMatchObject({
      name: 'AuthorizeError',
      error: 'access_denied',
    });
    expect(await sso.finishRedirect(end.href)).toBe(false);
  });

  test('SsoClient by redirect: the response leaves the address bar before the code is redeemed [S54]', async () => {
    const sso = client();
    const href = `${await opened(sso.createSignInUrl())}&page=2#top`;
    const replaceState = vi.fn();
    vi.stubGlobal('location', { href });
    vi.stubGlobal('history', { state: { kept: true }, replaceState });
    await sso.finishRedirect();
    expect(replaceState.mock.calls).toEqual([[{ kept: true }, '', `${redirectUri}?page=2#top`]]);
  });

  test('SsoClient by redirect: a pending link beside it keeps its secrets, and its code signs in', async () => {
    const sso = client();
    const code = await fixture.approved(sso);
    sso.createSignInUrl();
    await sso.exchangeToken(code);
    expect(sso.getSubject()).toBe(alice);
  });

  test('SsoClient by redirect: outside browsers finishRedirect asks for the address [S55]', async () => {
    await expect(client().finishRedirect()).rejects.toThrow('needs the address');
  });
});
