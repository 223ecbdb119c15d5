import { expect, test, vi } from 'vitest';
import { alice } from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { useSsoClient } from '../../../contract-tests/fixtures/client/sso-client-fixture.ts';
import { createDpopKeypair } from '../dpop/dpop-keypair.ts';
import { flowKeys, pendingLinkKey } from './pending-sign-in.ts';

const fixture = useSsoClient();
const minute = 60_000;

test('resumeSignIn: a reloaded page continues the pending sign-in', async () => {
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

test('resumeSignIn: returns null without a pending sign-in, after logout and after its expiry', async () => {
  const sso = fixture.client();
  expect(sso.resumeSignIn()).toBeNull();
  await sso.generateDeeplink();
  fixture.provider.clock.now += 5 * minute;
  expect(sso.resumeSignIn()).toBeNull();
  await sso.generateDeeplink();
  sso.logout();
  expect([sso.resumeSignIn(), fixture.flow.getItem(pendingLinkKey)]).toEqual([null, null]);
});

test('resumeSignIn: a clock that is hours ahead does not make a link unusable', async () => {
  const ahead = { now: () => fixture.provider.clock.now + 300 * minute };
  const started = await fixture.client(ahead).generateDeeplink();
  expect(fixture.client(ahead).resumeSignIn()).toEqual(started);
});

test.each(['rejected', 'expired'])('resumeSignIn: returns null once the sign-in was %s', async (status) => {
  const sso = fixture.client();
  const { polling_code: polling } = await sso.generateDeeplink();
  fixture.provider.respondWith('/oauth/poll', () => Response.json({ status }));
  await sso.pollAuth(polling);
  expect(sso.resumeSignIn()).toBeNull();
});

test.each([404, 409])('resumeSignIn: returns null once a poll receives %i', async (status) => {
  const sso = fixture.client();
  const { polling_code: polling } = await sso.generateDeeplink();
  fixture.provider.respondWith('/oauth/poll', () => Response.json({ error: 'invalid_grant' }, { status }));
  await expect(sso.pollAuth(polling)).rejects.toMatchObject({ status });
  expect(sso.resumeSignIn()).toBeNull();
});

test('resumeSignIn: an outage while polling keeps the pending sign-in', async () => {
  const sso = fixture.client();
  const { polling_code: polling } = await sso.generateDeeplink();
  fixture.provider.respondWith('/oauth/poll', () => new Response('', { status: 503 }));
  await expect(sso.pollAuth(polling)).rejects.toMatchObject({ status: 503 });
  expect(sso.resumeSignIn()?.polling_code).toBe(polling);
});

test('resumeSignIn: a pending sign-in of another application, provider or key is not resumed', async () => {
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
])('resumeSignIn: a stored value with %s is ignored', async (_, value) => {
  const sso = fixture.client();
  await sso.generateDeeplink();
  const stored: object = JSON.parse(fixture.flow.getItem(pendingLinkKey) ?? '');
  const mixed = value === '{' || value === '[]' ? value : JSON.stringify({ ...stored, ...JSON.parse(value) });
  fixture.flow.setItem(pendingLinkKey, mixed);
  expect(sso.resumeSignIn()).toBeNull();
});

test('resumeSignIn: a link whose verifier or state belongs to another sign-in is not resumed', async () => {
  const sso = fixture.client();
  await sso.generateDeeplink();
  const state = fixture.flow.getItem(flowKeys.state);
  fixture.flow.setItem(flowKeys.state, 'another');
  expect(sso.resumeSignIn()).toBeNull();
  fixture.flow.setItem(flowKeys.state, state ?? '');
  fixture.flow.removeItem(flowKeys.codeVerifier);
  expect(sso.resumeSignIn()).toBeNull();
});

test('resumeSignIn: storage without room for the link does not stop a sign-in', async () => {
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

test('generateDeeplink: missing crypto.subtle is an error before anything is sent', async () => {
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
