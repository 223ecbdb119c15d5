import { afterEach, describe, expect, test, vi } from 'vitest';
import { alice, baseUrl, bob } from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { useSsoClient } from '../../../contract-tests/fixtures/client/sso-client-fixture.ts';

const fixture = useSsoClient();
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
  test('SsoClient by redirect: the address has response_mode=query, PKCE, state and nonce; its code signs in', async () => {
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

  test('SsoClient by redirect: needs a redirectUri', () => {
    expect(() => fixture.client().createSignInUrl()).toThrow('needs the option redirectUri');
  });

  test('SsoClient by redirect: a page that was not opened by a redirect is left alone, also after a reload', async () => {
    const sso = client();
    expect(await sso.finishRedirect('https://app.example/?code=of-another-library&state=s')).toBe(false);
    const end = await opened(sso.createSignInUrl());
    expect(await sso.finishRedirect('https://app.example/')).toBe(false);
    expect([await sso.finishRedirect(end), await sso.finishRedirect(end)]).toEqual([true, false]);
  });

  test('RFC 9700 §4.7: the code of another sign-in is not redeemed, and the pending sign-in stays usable', async () => {
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

  test.each([null, 'https://evil.example'])('RFC 9207 §2.4: a redirect with issuer %s is rejected', async (issuer) => {
    const sso = client();
    const end = new URL(await opened(sso.createSignInUrl(), bob));
    if (issuer === null) end.searchParams.delete('iss');
    else end.searchParams.set('iss', issuer);
    await expect(sso.finishRedirect(end.href)).rejects.toMatchObject({ error: 'issuer_mismatch' });
    expect(sso.getSubject()).toBeNull();
  });

  test('SsoClient by redirect: a declined sign-in is an AuthorizeError with the code of the provider', async () => {
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

  test('SsoClient by redirect: the response leaves the address bar before the code is redeemed', async () => {
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

  test('SsoClient by redirect: outside browsers finishRedirect asks for the address', async () => {
    await expect(client().finishRedirect()).rejects.toThrow('needs the address');
  });
});
