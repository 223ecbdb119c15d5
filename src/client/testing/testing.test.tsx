import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { createAccessTokenVerifier } from '../access-token/access-token-verifier.ts';
import { createDpopKeypair } from '../dpop/dpop-keypair.ts';
import { createMockBridge } from '../miniapp/mock-bridge.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { SignInButton } from '../sso/react/sso-provider.tsx';
import { useAuth } from '../sso/react/sso-context.ts';
import { SsoClient } from '../sso/sso-client.ts';
import { createMemoryStorage } from '../sso/stored-session.ts';
import { verifyStandardHeaders, verifyWebhook, verifyPaymentWebhook } from '../webhooks/verify-webhook.ts';
import { MockSsoProvider } from './mock-sso-provider.tsx';
import { createWebhookKey, signWebhook } from './sign-webhook.ts';
import { createTestProvider, type TestProvider, testSubject } from './test-provider.ts';

configure({ asyncUtilTimeout: 60_000 });
afterEach(cleanup);

const clientOf = (
  { ssoBaseUrl, providerAddress, fetch, now }: TestProvider,
  dpop?: { keypair: Awaited<ReturnType<typeof createDpopKeypair>> },
) =>
  new SsoClient({
    ssoBaseUrl,
    providerAddress,
    fetch,
    now,
    pollingInterval: 1,
    tokenStorage: createMemoryStorage(),
    flowStorage: createMemoryStorage(),
    ...(dpop && { dpop }),
  });

async function signIn(provider: TestProvider, sso: SsoClient, sub?: string): Promise<void> {
  const { deep_link: link, polling_code: polling } = await sso.generateDeeplink();
  provider.approve(link, sub);
  const { authorization_code: code = '' } = await sso.waitForApproval(polling);
  await sso.exchangeToken(code);
}

describe('createTestProvider', () => {
  test('createTestProvider: a real SsoClient signs in, refreshes, fetches userinfo and is revoked [S308]', async () => {
    const provider = createTestProvider();
    const sso = clientOf(provider);
    await signIn(provider, sso);
    expect([sso.getSubject(), (await sso.verifyAuth())?.sub]).toEqual([testSubject, testSubject]);
    await sso.refreshAccessToken();
    provider.revokeAll();
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({ loggedOut: true });
  });

  test('createTestProvider: declined and unknown links, foreign applications and redeemed codes fail as at the provider [S308]', async () => {
    const provider = createTestProvider();
    const sso = clientOf(provider);
    const { deep_link: link, polling_code: polling } = await sso.generateDeeplink();
    provider.reject(link);
    expect(await sso.waitForApproval(polling)).toMatchObject({ status: 'rejected' });
    expect(() => provider.approve(link)).toThrow('not a pending deep link');
    await expect(sso.pollAuth('unknown')).rejects.toMatchObject({ status: 404 });
    const otherApplication = clientOf({ ...provider, providerAddress: 'f'.repeat(32) });
    await expect(otherApplication.generateDeeplink()).rejects.toMatchObject({ error: 'invalid_client' });
    const again = await sso.generateDeeplink();
    provider.approve(again.deep_link);
    const { authorization_code: code = '' } = await sso.pollAuth(again.polling_code);
    await sso.exchangeToken(code);
    await expect(sso.pollAuth(again.polling_code)).rejects.toMatchObject({ status: 409 });
  });

  test('createTestProvider: the clock is the given one, and a closed provider is unreachable [S309]', async () => {
    let time = 1_772_357_400_000;
    const provider = createTestProvider({ now: () => time });
    const sso = clientOf(provider);
    await signIn(provider, sso);
    time += 14.5 * 60_000;
    const before = sso.getAccessToken();
    expect(await sso.getFreshAccessToken()).not.toBe(before);
    provider.close();
    await expect(sso.refreshAccessToken()).rejects.toMatchObject({ error: 'network_error' });
  });

  test('createTestProvider: with a key the tokens are bound to it, and another key cannot refresh [S310]', async () => {
    const provider = createTestProvider();
    const keypair = await createDpopKeypair();
    const sso = clientOf(provider, { keypair });
    await signIn(provider, sso);
    expect(sso.getAuthData()?.cnf?.jkt).toBe(jwkThumbprint(keypair.publicJwk));
    await sso.refreshAccessToken();
    const { config } = sso;
    const attacker = new SsoClient({ ...config, dpop: { keypair: await createDpopKeypair() } });
    await expect(attacker.refreshAccessToken()).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('createTestProvider accessToken: a verifier accepts it, and refuses an expired one and another audience [S311]', async () => {
    const provider = createTestProvider();
    const { ssoBaseUrl: issuer, providerAddress: audience, fetch, now } = provider;
    const verify = createAccessTokenVerifier({ issuer, audience, fetch, now });
    const request = async (token: Promise<string>) =>
      verify(new Request('https://api.test/', { headers: { authorization: `Bearer ${await token}` } }));
    expect(await request(provider.accessToken({ scope: 'openid notes' }))).toMatchObject({
      ok: true,
      sub: testSubject,
      scope: 'openid notes',
    });
    expect(await request(provider.accessToken({ expiresIn: -1 }))).toMatchObject({ code: 'expired_access_token' });
    expect(await request(provider.accessToken({ claims: { aud: ['other'] } }))).toMatchObject({
      code: 'bad_access_token_aud',
    });
    expect(await request(provider.accessToken({ jkt: 'k'.repeat(43) }))).toMatchObject({ code: 'bound_access_token' });
  });
});

describe('signWebhook', () => {
  const event = {
    notificationId: 'ntf_1',
    status: 'delivered',
    sessionAddress: testSubject,
    test: true,
    timestamp: '2026-03-01T09:30:00Z',
  };
  const payment = { invoice: '7', recipient: 'r', status: 'finalized', amount: '100' };

  test('signWebhook: a status event verifies by both header families, and not with another key [S312]', () => {
    const key = createWebhookKey();
    const webhook = signWebhook({ event, key });
    expect(verifyWebhook(webhook)).toEqual({ ok: true, event, signedBy: 'current' });
    expect(verifyStandardHeaders(webhook)).toMatchObject({ ok: true, event });
    expect(webhook.publicKey).toBe(key.publicKey);
    const { publicKey } = createWebhookKey();
    expect(verifyWebhook({ ...webhook, publicKey })).toMatchObject({ ok: false, code: 'bad_signature' });
  });

  test('signWebhook: the time of the delivery can be set [S312]', () => {
    const webhook = signWebhook({ event, now: Date.now() - 301_000 });
    expect(verifyWebhook(webhook)).toMatchObject({ code: 'stale_timestamp' });
  });

  test('signWebhook: a payment event verifies as payment [S312]', () => {
    expect(verifyPaymentWebhook(signWebhook({ event: payment }))).toMatchObject({ ok: true, event: payment });
  });
});

describe('MockSsoProvider', () => {
  const Who = () => {
    const { subject, status, claims } = useAuth();
    return <p>{[status, subject, claims?.['name']].join(' ')}</p>;
  };

  test('MockSsoProvider: provides the subject with its claims, follows changes, and signs out [S313]', () => {
    const { rerender } = render(
      <MockSsoProvider subject="alice" claims={{ name: 'Alice' }}>
        <Who />
        <SignInButton />
      </MockSsoProvider>,
    );
    expect(screen.queryByText('signed-in alice Alice')).not.toBeNull();
    rerender(
      <MockSsoProvider subject="bob">
        <Who />
        <SignInButton />
      </MockSsoProvider>,
    );
    expect(screen.queryByText(/^signed-in bob/)).not.toBeNull();
    act(() => screen.getByRole('button', { name: 'Sign out' }).click());
    expect(screen.queryByText(/^signed-out/)).not.toBeNull();
  });

  test('MockSsoProvider: without a subject the components sign in at the given test provider [S313]', async () => {
    const provider = createTestProvider();
    render(
      <MockSsoProvider provider={provider}>
        <Who />
        <SignInButton />
      </MockSsoProvider>,
    );
    act(() => screen.getByRole('button', { name: 'Sign in' }).click());
    const link = await screen.findByRole('link', { name: 'Open in the app' });
    provider.approve(link.getAttribute('href') ?? '');
    await screen.findByText(new RegExp(`^signed-in ${testSubject}`));
  });
});

describe('createMockBridge', () => {
  const permission = 'notifications:permission.request';
  const payment = 'payment:request';
  const invoice = { invoice: 'inv-1', recipient: 'r', amount: '1000000', token: 'USDC', network: 'solana' };

  test('mini-app mock bridge: returns the configured response, immediately or later, and records sent messages [S255]', async () => {
    const bridge = createMockBridge({
      responses: {
        [permission]: () => ({ status: 'granted' }),
        [payment]: async ({ test }) => ({ status: 'paid', txHash: `tx-${test}` }),
      },
    });
    expect(await bridge.request(permission, {})).toEqual({ status: 'granted' });
    expect(await bridge.request(payment, { ...invoice, test: 'paid' })).toEqual({ status: 'paid', txHash: 'tx-paid' });
    expect(bridge.sent.map(({ name }) => name)).toEqual([permission, payment]);
  });

  test('mini-app mock bridge: rejects unsupported methods and malformed responses like the real bridge [S255]', async () => {
    const old = createMockBridge({ launchParams: { contractVersion: '1.4.0', startParam: 's' } });
    expect(old.launchParams.startParam).toBe('s');
    await expect(old.request(permission, {})).rejects.toMatchObject({ code: 'unsupported' });
    const silent = createMockBridge({ timeout: 5 });
    await expect(silent.request(permission, {})).rejects.toMatchObject({ code: 'timeout' });
  });

  test('mini-app mock bridge: emits events of the host and messages of other windows [S255]', () => {
    const bridge = createMockBridge();
    const received: unknown[] = [];
    bridge.on('e', (payload) => received.push(payload));
    bridge.emit('e', { n: 1 });
    bridge.deliver({ data: { type: 'event', name: 'e', payload: { n: 2 } }, source: {} });
    expect(received).toEqual([{ n: 1 }]);
  });
});
