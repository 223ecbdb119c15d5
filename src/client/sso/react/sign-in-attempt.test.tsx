import { act, cleanup, configure, render, renderHook, screen } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { renderToString } from 'react-dom/server';
import type { SsoClient } from '../sso-client.ts';
import { createMemoryStorage, tokenKeys } from '../stored-session.ts';
import { alice, bob, invalidGrant, useSsoClient } from '../../../../contract-tests/fixtures/client/fake-provider.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { SignedIn, SignedOut, SsoProvider } from './sso-provider.tsx';
import { useAuth, useSsoContext } from './sso-context.ts';

// A slow machine is no failed promise.
configure({ asyncUtilTimeout: 60_000 });

const fixture = useSsoClient();
afterEach(cleanup);

const fast = () => ({ pollingInterval: 5, flowStorage: createMemoryStorage() });
const findText = (text: string) => screen.findByText(text);
const authorizes = () => fixture.provider.to('/oauth/authorize').length;
const page = (client: SsoClient, onSuccess = () => undefined as void) => (
  <StrictMode>
    <SsoProvider client={client}>
      <SignInPanel onSuccess={onSuccess} />
    </SsoProvider>
  </StrictMode>
);

/** Another tab over the same storage signs in; this one receives a storage event. */
async function otherTabSignsIn(sub = alice): Promise<void> {
  const elsewhere = createMemoryStorage();
  await fixture.signedIn({ tokenStorage: elsewhere, flowStorage: createMemoryStorage() }, sub);
  for (const key of Object.values(tokenKeys)) fixture.tokens.setItem(key, elsewhere.getItem(key) ?? '');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: tokenKeys.idTokenClaims })));
}

describe('another tab signs in', () => {
  test('SSO React: a waiting sign-in succeeds and stops polling when another tab signs in [S216]', async () => {
    const onSuccess = vi.fn();
    const client = fixture.client(fast());
    render(page(client, onSuccess));
    await findText('Waiting for your approval…');
    await otherTabSignsIn();
    await findText('You are signed in');
    expect(screen.queryByRole('img')).toBeNull();
    expect(onSuccess).toHaveBeenCalledTimes(1);
    const polls = fixture.provider.to('/oauth/poll').length;
    await act(() => new Promise((resolve) => setTimeout(resolve, 40)));
    expect(fixture.provider.to('/oauth/poll')).toHaveLength(polls);
    expect(client.getSubject()).toBe(alice);
  });

  test('SSO React: a starting sign-in shows no link when another tab has signed in [S216]', async () => {
    let response = (): void => undefined;
    const held = new Promise<void>((resolve) => (response = resolve));
    fixture.provider.respondWith('/oauth/authorize', async () => {
      fixture.provider.respondWith('/oauth/authorize', null);
      await held;
      return Response.json({ deep_link: 'https://sso.example/late', polling_code: 'late', expired_at: 4_000_000_000 });
    });
    render(page(fixture.client(fast())));
    await expect.poll(() => authorizes()).toBe(1);
    await otherTabSignsIn(bob);
    await findText('You are signed in');
    await act(async () => response());
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect(screen.queryByRole('link')).toBeNull();
    expect(fixture.provider.to('/oauth/poll')).toEqual([]);
  });

  test('SSO React: a declined sign-in shows success when another tab signs in [S216]', async () => {
    fixture.provider.respondWith('/oauth/poll', () => Response.json({ status: 'rejected' }));
    render(page(fixture.client(fast())));
    await findText('Declined');
    await otherTabSignsIn();
    await findText('You are signed in');
  });
});

describe('a session that has expired', () => {
  test('SSO React: no sign-in starts while an expired session can be renewed [S217]', async () => {
    const client = await fixture.signedIn(fast());
    fixture.provider.clock.now += 3_601_000;
    const before = authorizes();
    const onSuccess = vi.fn();
    render(page(client, onSuccess));
    await findText('You are signed in');
    expect(authorizes()).toBe(before);
    expect(onSuccess).not.toHaveBeenCalled();
  });

  test('SSO React: a sign-in starts when renewal finds the session revoked [S217]', async () => {
    const client = await fixture.signedIn(fast());
    fixture.provider.clock.now += 3_601_000;
    fixture.provider.respondWith('/oauth/token', () => invalidGrant());
    const before = authorizes();
    render(page(client));
    await findText('Waiting for your approval…');
    expect(authorizes()).toBe(before + 1);
  });
});

test('SSO React: a remounted SsoProvider with the same client keeps the shown link [S187]', async () => {
  const client = fixture.client(fast());
  const { unmount } = render(page(client));
  await findText('Waiting for your approval…');
  const link = screen.getByRole('link').getAttribute('href');
  unmount();
  render(page(client));
  await findText('Waiting for your approval…');
  expect(screen.getByRole('link').getAttribute('href')).toBe(link);
  fixture.provider.approve();
  await findText('You are signed in');
  expect(authorizes()).toBe(1);
});

describe('a page that was reloaded during a sign-in', () => {
  const silent = (client: SsoClient) => (
    <StrictMode>
      <SsoProvider client={client}>{null}</SsoProvider>
    </StrictMode>
  );

  test('SSO React: signs in without an open dialog, and a later sign-out starts no other sign-in [S188]', async () => {
    const storage = fast();
    await fixture.client(storage).generateDeeplink();
    const client = fixture.client(storage);
    render(silent(client));
    fixture.provider.approve();
    await expect.poll(() => client.getSubject()).toBe(alice);
    act(() => client.logout());
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    expect([authorizes(), fixture.provider.to('/oauth/token').length]).toEqual([1, 1]);
  });

  test('SSO React: after the pending sign-in was declined, the dialog starts another [S188]', async () => {
    const storage = fast();
    await fixture.client(storage).generateDeeplink();
    const client = fixture.client(storage);
    fixture.provider.respondWith('/oauth/poll', () => Response.json({ status: 'rejected' }));
    const { rerender } = render(silent(client));
    await expect.poll(() => client.resumeSignIn()).toBeNull();
    fixture.provider.respondWith('/oauth/poll', null);
    rerender(page(client));
    await findText('Waiting for your approval…');
    expect(authorizes()).toBe(2);
  });

  test('SSO React: an unmounted provider does not poll [S189]', async () => {
    const storage = fast();
    await fixture.client(storage).generateDeeplink();
    const { unmount } = render(silent(fixture.client(storage)));
    unmount();
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    const polls = fixture.provider.to('/oauth/poll').length;
    await act(() => new Promise((resolve) => setTimeout(resolve, 40)));
    expect(fixture.provider.to('/oauth/poll')).toHaveLength(polls);
  });
});

test.each([-420_000, 420_000])(
  'SSO React: a page whose clock is %i ms ahead keeps the shown link [S218]',
  async (ahead) => {
    const client = fixture.client({ ...fast(), now: () => fixture.provider.clock.now + ahead });
    const { unmount } = render(page(client));
    await findText('Waiting for your approval…');
    unmount();
    render(page(client));
    await findText('Waiting for your approval…');
    expect(authorizes()).toBe(1);
  },
);

test('SSO React: the context value is stable between renders [S190]', async () => {
  const client = await fixture.signedIn(fast());
  const renders = vi.fn();
  const Counting = () => {
    renders(useSsoContext());
    return null;
  };
  const counting = <Counting />;
  const view = render(<SsoProvider client={client}>{counting}</SsoProvider>);
  view.rerender(<SsoProvider client={client}>{counting}</SsoProvider>);
  expect(renders).toHaveBeenCalledTimes(1);
});

const app = (client: SsoClient, children: ReactNode, onError?: (error: Error) => void) => (
  <StrictMode>
    <SsoProvider client={client} onError={onError}>
      {children}
    </SsoProvider>
  </StrictMode>
);
const both = (
  <>
    <SignedIn>in</SignedIn>
    <SignedOut>out</SignedOut>
  </>
);

test('SignedIn and SignedOut: exactly one renders, and a change of the session swaps them [S196]', async () => {
  const client = await fixture.signedIn();
  render(app(client, both));
  expect([screen.queryByText('in') !== null, screen.queryByText('out')]).toEqual([true, null]);
  act(() => client.logout());
  expect([screen.queryByText('in'), screen.queryByText('out') !== null]).toEqual([null, true]);
});

test('SignedIn and SignedOut: neither renders on a server or while a session is renewed [S186, S196]', async () => {
  const client = await fixture.signedIn();
  expect(renderToString(app(client, both))).not.toMatch(/in|out/);
  fixture.provider.clock.now += 61 * 60_000;
  fixture.provider.respondWith('/oauth/token', () => new Promise(() => undefined));
  render(app(client, both));
  expect([screen.queryByText('in'), screen.queryByText('out')]).toEqual([null, null]);
});

test('SignedOut: renders for a session of another application of the same origin [S197]', async () => {
  await fixture.signedIn();
  render(app(fixture.client({ providerAddress: 'f'.repeat(32) }), both));
  expect([screen.queryByText('in'), screen.queryByText('out') !== null]).toEqual([null, true]);
});

test('useAuth signIn: opens one dialog for all callers and resolves with true after the sign-in [S195]', async () => {
  const client = fixture.client({ pollingInterval: 5 });
  const { result } = renderHook(() => useAuth(), { wrapper: ({ children }) => app(client, children) });
  let outcomes: Promise<readonly boolean[]> = Promise.resolve([]);
  act(() => {
    outcomes = Promise.all([result.current.signIn(), result.current.signIn()]);
  });
  await screen.findByRole('link', { name: 'Open in the app' });
  expect([screen.getAllByRole('dialog').length, fixture.provider.to('/oauth/authorize').length]).toEqual([1, 1]);
  fixture.provider.approve();
  expect(await act(() => outcomes)).toEqual([true, true]);
  expect([result.current.subject, screen.queryByRole('dialog')]).toEqual([alice, null]);
  expect(await act(() => result.current.signIn())).toBe(true);
});

test('useAuth signIn: resolves with false when the user closes the dialog [S195]', async () => {
  const { result } = renderHook(() => useAuth(), { wrapper: ({ children }) => app(fixture.client(), children) });
  let outcome: Promise<boolean> = Promise.resolve(true);
  act(() => {
    outcome = result.current.signIn();
  });
  await screen.findByRole('link', { name: 'Open in the app' });
  act(() => screen.getByRole('button', { name: 'Close' }).click());
  expect(await outcome).toBe(false);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('useAuth signIn: resolves with false when the provider unmounts [S195]', async () => {
  const { result, unmount } = renderHook(() => useAuth(), {
    wrapper: ({ children }) => app(fixture.client(), children),
  });
  let outcome: Promise<boolean> = Promise.resolve(true);
  act(() => {
    outcome = result.current.signIn();
  });
  await screen.findByRole('link', { name: 'Open in the app' });
  unmount();
  expect(await outcome).toBe(false);
});

test('useAuth error and onError: a failed call is reported once with its cause and cleared by the next success [S194]', async () => {
  const cause = new TypeError('fetch failed');
  let offline = true;
  const { provider } = fixture;
  const client = fixture.client({
    fetch: (input, init) => (offline ? Promise.reject(cause) : provider.fetch(input, init)),
  });
  const onError = vi.fn();
  const { result } = renderHook(() => useAuth(), { wrapper: ({ children }) => app(client, children, onError) });
  expect(result.current.error).toBeNull();
  await act(() => client.generateDeeplink().catch(() => undefined));
  expect(result.current.error).toMatchObject({ name: 'AuthorizeError', error: 'network_error', cause });
  expect(onError.mock.calls).toEqual([[result.current.error]]);
  offline = false;
  await act(() => client.generateDeeplink());
  expect(result.current.error).toBeNull();
});

test('useAuth: a failed revocation signs out, and its error is shown [S194]', async () => {
  const client = await fixture.signedIn();
  fixture.provider.respondWith('/oauth/revoke', () => new Response('', { status: 503 }));
  const { result } = renderHook(() => useAuth(), { wrapper: ({ children }) => app(client, children) });
  await act(() => client.logout({ revoke: true }).catch(() => undefined));
  expect([result.current.status, result.current.error?.name]).toEqual(['signed-out', 'LogoutError']);
});

test('SignInPanel: a reloaded page shows the link that was pending and completes its sign-in [S215]', async () => {
  const { deep_link: link } = await fixture.client().generateDeeplink();
  render(app(fixture.client({ pollingInterval: 5 }), <SignInPanel />));
  expect((await screen.findByRole('link', { name: 'Open in the app' })).getAttribute('href')).toBe(link);
  fixture.provider.approve();
  await screen.findByText('You are signed in');
  expect(fixture.provider.to('/oauth/authorize')).toHaveLength(1);
});
