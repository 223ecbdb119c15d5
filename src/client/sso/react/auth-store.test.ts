import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SsoClient } from '../sso-client.ts';
import {
  alice,
  flowKeyList,
  invalidGrant,
  noPendingSignIn,
  useSsoClient,
} from '../../../../contract-tests/fixtures/client/fake-provider.ts';
import { tokenKeys } from '../stored-session.ts';
import { createAuthStore } from './auth-store.ts';

const fixture = useSsoClient();
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: fixture.provider.clock.now });
  const { clock } = fixture.provider;
  const set = (now: number) => {
    vi.setSystemTime(now);
  };
  Object.defineProperty(clock, 'now', { get: () => Date.now(), set });
});
afterEach(() => {
  vi.useRealTimers();
});

const busy = () => new Response('busy', { status: 503 });

/** A page that listens to the session, and every status that it was shown. */
function page(client: SsoClient) {
  const renewals = vi.spyOn(client, 'refreshAccessToken');
  const { getSnapshot, subscribe } = createAuthStore(client);
  const shown = [getSnapshot().status];
  const close = subscribe(() => shown.push(getSnapshot().status));
  const settled = () => Promise.allSettled(renewals.mock.results.map(({ value }) => value));
  /** Advances the clock in steps of a second, and waits for the requests of each step. */
  const advance = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += 1000) {
      await vi.advanceTimersByTimeAsync(Math.min(1000, milliseconds - passed));
      await settled();
    }
  };
  return { shown, close, advance };
}

/** A session whose id_token has expired, with a valid refresh token. */
async function expired(): Promise<SsoClient> {
  const client = await fixture.signedIn();
  fixture.provider.clock.now += 61 * minute;
  return client;
}

test('SSO React: an expired session that can be renewed is never shown as signed out [S199]', async () => {
  const { shown, advance } = page(await expired());
  expect(shown).toEqual(['loading']);
  await advance(1);
  expect(shown.at(-1)).toBe('signed-in');
  expect(shown).not.toContain('signed-out');
  expect(fixture.refreshes()).toHaveLength(1);
});

test('SSO React: an open page renews the session before it expires [S198]', async () => {
  const { shown, advance } = page(await fixture.signedIn());
  await advance(55 * minute - 1);
  expect(fixture.refreshes()).toHaveLength(0);
  await advance(1);
  expect(fixture.refreshes()).toHaveLength(1);
  await advance(55 * minute);
  expect(fixture.refreshes()).toHaveLength(2);
  expect(new Set(shown)).toEqual(new Set(['signed-in']));
});

test.each([
  ['a 503', busy],
  ['no network', () => Promise.reject(new TypeError('fetch failed'))],
])(
  '%s on renewal does not end the session: it is retried with growing pauses until it succeeds [S200]',
  async (_, response) => {
    const client = await expired();
    fixture.provider.respondWith('/oauth/token', response);
    const { shown, advance } = page(client);
    await advance(100);
    for (const [seconds, tries] of [
      [1, 2],
      [2, 3],
      [4, 4],
      [8, 5],
      [16, 6],
      [32, 7],
      [60, 8],
      [60, 9],
    ] as const) {
      await advance(seconds * 1000 - 200);
      expect(fixture.refreshes()).toHaveLength(tries - 1);
      await advance(200);
      expect(fixture.refreshes()).toHaveLength(tries);
    }
    expect(new Set(shown)).toEqual(new Set(['loading']));
    fixture.provider.respondWith('/oauth/token', null);
    await advance(minute);
    expect(shown.at(-1)).toBe('signed-in');
  },
);

test.each([
  ['back online', () => window.dispatchEvent(new Event('online'))],
  ['visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a page that is %s retries the renewal at once [S201]', async (_, event) => {
  const client = await expired();
  fixture.provider.respondWith('/oauth/token', busy);
  const { shown, advance } = page(client);
  await advance(3 * minute);
  const tries = fixture.refreshes().length;
  fixture.provider.respondWith('/oauth/token', null);
  event();
  await advance(1);
  expect(fixture.refreshes()).toHaveLength(tries + 1);
  expect(shown.at(-1)).toBe('signed-in');
});

test('SSO React: renewal waits for Retry-After [S202]', async () => {
  const client = await expired();
  fixture.provider.respondWith(
    '/oauth/token',
    () => new Response('busy', { status: 429, headers: { 'retry-after': '30' } }),
  );
  const { advance } = page(client);
  await advance(29_000);
  expect(fixture.refreshes()).toHaveLength(1);
  await advance(2_000);
  expect(fixture.refreshes()).toHaveLength(2);
});

test('SSO React: an outage of minutes before the session expires is not visible [S200]', async () => {
  const { shown, advance } = page(await fixture.signedIn());
  fixture.provider.respondWith('/oauth/token', busy);
  await advance(58 * minute);
  expect(fixture.refreshes().length).toBeGreaterThan(5);
  fixture.provider.respondWith('/oauth/token', null);
  await advance(10 * minute);
  expect(new Set(shown)).toEqual(new Set(['signed-in']));
});

test.each([
  ['revoked', () => invalidGrant()],
  ['refused permanently', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
])('SSO React: a session that is %s is signed out and never retried [S203]', async (_, response) => {
  const client = await expired();
  fixture.provider.respondWith('/oauth/token', response);
  const { shown, advance } = page(client);
  await advance(10 * minute);
  expect([shown[0], shown.at(-1)]).toEqual(['loading', 'signed-out']);
  expect(fixture.refreshes()).toHaveLength(1);
});

test('SSO React: a session without refresh token ends when its id_token expires [S204]', async () => {
  const client = await fixture.signedIn();
  fixture.tokens.removeItem(tokenKeys.refreshToken);
  const { shown, advance } = page(client);
  await advance(60 * minute - 1);
  expect(shown).toEqual(['signed-in']);
  await advance(1);
  expect(shown.at(-1)).toBe('signed-out');
  expect(fixture.refreshes()).toEqual([]);
});

test('SSO React: tokens that are issued nearly expired are renewed at most once a minute [S205]', async () => {
  const client = await expired();
  fixture.provider.overrideClaims({ exp: Math.floor(Date.now() / 1000) - 10 });
  const { advance } = page(client);
  await advance(minute);
  expect(fixture.refreshes()).toHaveLength(1);
});

test('SSO React: a store without listeners sends nothing and continues with the first listener [S206]', async () => {
  const client = await fixture.signedIn();
  const { close, advance } = page(client);
  close();
  await advance(61 * minute);
  expect(fixture.refreshes()).toEqual([]);
  const again = page(client);
  await again.advance(1);
  expect([again.shown[0], again.shown.at(-1)]).toEqual(['loading', 'signed-in']);
});

test('onChange: an exception of one listener changes no result and stops no other listener [S94]', async () => {
  const sso = fixture.client();
  let changes = 0;
  const stop = sso.onChange(() => {
    throw new Error('of the application');
  });
  sso.onChange(() => changes++);
  await sso.exchangeToken(await fixture.approved(sso));
  expect([sso.getSubject(), changes]).toEqual([alice, 1]);
  await sso.generateDeeplink();
  sso.logout();
  expect([sso.getSubject(), changes]).toEqual([null, 2]);
  expect(fixture.flow.values(flowKeyList)).toEqual(noPendingSignIn);
  stop();
});

test.each([
  ['platform-sso_access_token', 1],
  ['a key of the application', 0],
  [null, 1],
])('onChange: another tab that changes the storage key %j notifies the listener %i times [S93]', (key, times) => {
  let changes = 0;
  const stop = fixture.client().onChange(() => changes++);
  const dispatchStorageEvent = () => window.dispatchEvent(new StorageEvent('storage', { key }));
  dispatchStorageEvent();
  expect(changes).toBe(times);
  stop();
  dispatchStorageEvent();
  expect(changes).toBe(times);
});
