import { afterEach, expect, test, vi } from 'vitest';
import { withSessionLock } from './refresh-stored-session.ts';
import { baseUrl, clientId, useSsoClient } from '../../../contract-tests/fixtures/client/fake-provider.ts';
import { tokenKeys, type TokenStorage } from './stored-session.ts';

/**
 * Stubs the globals of a page with Web Locks and this storage. `vi.unstubAllGlobals` ends it.
 *
 * @returns the names of the locks that were granted or queued
 */
export function stubPageWithLocks(localStorage: TokenStorage): readonly string[] {
  const names: string[] = [];
  const queues = new Map<string, Promise<unknown>>();
  type Run = (lock: object | null) => Promise<unknown>;
  const request = (name: string, ...given: [Run] | [{ readonly ifAvailable: boolean }, Run]) => {
    const [{ ifAvailable }, run] = given.length === 1 ? [{ ifAvailable: false }, given[0]] : given;
    if (ifAvailable && queues.has(name)) return run(null);
    names.push(name);
    const turn = (queues.get(name) ?? Promise.resolve()).then(() => run({ name }));
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (queues.get(name) === over) queues.delete(name);
      });
    queues.set(name, over);
    return turn;
  };
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('navigator', { locks: { request } });
  return names;
}

const fixture = useSsoClient();
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Two tabs: each has a storage object of its own over the same values, as browsers give them. */
const tabs = () => [{ ...fixture.tokens }, { ...fixture.tokens }] as const;

test('SsoClient: two tabs that refresh at the same time use one refresh token and both get the new session [S89]', async () => {
  const [one, two] = tabs();
  const client = await fixture.signedIn({ tokenStorage: one });
  const other = fixture.client({ tokenStorage: two });
  const names = stubPageWithLocks(one);
  const first = client.refreshAccessToken();
  // The storage of the page is compared by identity, and each tab has one.
  vi.stubGlobal('window', { localStorage: two });
  const second = other.refreshAccessToken();
  const responses = await Promise.all([first, second]);
  expect(names).toEqual(Array.from({ length: 2 }, () => `platform-sso ${baseUrl} ${clientId}`));
  expect(fixture.refreshes()).toHaveLength(1);
  expect(new Set(responses.map(({ access_token: token }) => token))).toEqual(new Set([client.getAccessToken()]));
});

test('SsoClient: after another tab released the lock, its storage write is awaited [S90]', async () => {
  const [one, two] = tabs();
  const client = await fixture.signedIn({ tokenStorage: one });
  const refreshToken = client.getRefreshToken();
  let late = 3;
  const stale = (key: string) => (key === tokenKeys.refreshToken && late-- > 0 ? refreshToken : two.getItem(key));
  const behind = { ...two, getItem: stale };
  const other = fixture.client({ tokenStorage: behind });
  stubPageWithLocks(one);
  const first = client.refreshAccessToken();
  vi.stubGlobal('window', { localStorage: behind });
  const { access_token: token } = await other.refreshAccessToken();
  expect([token, fixture.refreshes().length]).toEqual([(await first).access_token, 1]);
});

test('SsoClient: when another tab failed to refresh, this tab refreshes [S90]', async () => {
  const [one, two] = tabs();
  const client = await fixture.signedIn({ tokenStorage: one });
  const other = fixture.client({ tokenStorage: two });
  stubPageWithLocks(one);
  fixture.provider.respondWith('/oauth/token', () => {
    fixture.provider.respondWith('/oauth/token', null);
    return new Response('busy', { status: 503 });
  });
  const first = client.refreshAccessToken();
  vi.stubGlobal('window', { localStorage: two });
  const second = other.refreshAccessToken();
  await expect(first).rejects.toMatchObject({ status: 503 });
  expect((await second).access_token).toBe(client.getAccessToken());
});

test('SsoClient: a sign-in abandoned while it waits for the lock stores no session [S40]', async () => {
  const [one] = tabs();
  const client = fixture.client({ tokenStorage: one });
  const code = await fixture.approved(client);
  const names = stubPageWithLocks(one);
  let done = (): void => undefined;
  const otherTab = withSessionLock(client.config, () => new Promise<void>((resolve) => (done = resolve)));
  const exchange = client.exchangeToken(code);
  await expect.poll(() => names).toHaveLength(2);
  client.logout();
  done();
  await otherTab;
  await expect(exchange).rejects.toMatchObject({ error: 'sign_in_abandoned' });
  expect(client.getAccessToken()).toBeNull();
});

test('SsoClient: no lock is requested for private storage or without Web Locks [S91]', async () => {
  const client = fixture.client();
  const names = stubPageWithLocks({ ...fixture.tokens });
  expect(await withSessionLock(client.config, async () => 'at once')).toBe('at once');
  expect(names).toEqual([]);
  vi.stubGlobal('window', { localStorage: fixture.tokens });
  vi.stubGlobal('navigator', {});
  expect(await withSessionLock(client.config, async () => 'at once')).toBe('at once');
});

test('SsoClient: runs without a lock when the browser denies storage [S95]', async () => {
  const refusing = {
    get localStorage(): never {
      throw new DOMException('no', 'SecurityError');
    },
  };
  const names = stubPageWithLocks(fixture.tokens);
  vi.stubGlobal('window', refusing);
  expect(await withSessionLock(fixture.client().config, async () => 'at once')).toBe('at once');
  expect(names).toEqual([]);
});
