import { act, cleanup, configure, render, renderHook, screen } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { alice } from '../../../../contract-tests/fixtures/client/fake-provider.ts';
import { useSsoClient } from '../../../../contract-tests/fixtures/client/sso-client-fixture.ts';
import type { SsoClient } from '../sso-client.ts';
import { SignedIn, SignedOut, SsoProvider } from './sso-provider.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { useAuth } from './sso-context.ts';

configure({ asyncUtilTimeout: 60_000 });
const fixture = useSsoClient();
afterEach(cleanup);

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

test('SignedIn and SignedOut: exactly one renders, and a change of the session swaps them', async () => {
  const client = await fixture.signedIn();
  render(app(client, both));
  expect([screen.queryByText('in') !== null, screen.queryByText('out')]).toEqual([true, null]);
  act(() => client.logout());
  expect([screen.queryByText('in'), screen.queryByText('out') !== null]).toEqual([null, true]);
});

test('SignedIn and SignedOut: neither renders on a server or while a session is renewed', async () => {
  const client = await fixture.signedIn();
  expect(renderToString(app(client, both))).not.toMatch(/in|out/);
  fixture.provider.clock.now += 61 * 60_000;
  fixture.provider.respondWith('/oauth/token', () => new Promise(() => undefined));
  render(app(client, both));
  expect([screen.queryByText('in'), screen.queryByText('out')]).toEqual([null, null]);
});

test('SignedOut: renders for a session of another application of the same origin', async () => {
  await fixture.signedIn();
  render(app(fixture.client({ providerAddress: 'f'.repeat(32) }), both));
  expect([screen.queryByText('in'), screen.queryByText('out') !== null]).toEqual([null, true]);
});

test('useAuth signIn: opens one dialog for all callers and resolves with true after the sign-in', async () => {
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

test('useAuth signIn: resolves with false when the user closes the dialog', async () => {
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

test('useAuth signIn: resolves with false when the provider unmounts', async () => {
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

test('useAuth error and onError: a failed call is reported once with its cause and cleared by the next success', async () => {
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

test('useAuth: a failed revocation signs out, and its error is shown', async () => {
  const client = await fixture.signedIn();
  fixture.provider.respondWith('/oauth/revoke', () => new Response('', { status: 503 }));
  const { result } = renderHook(() => useAuth(), { wrapper: ({ children }) => app(client, children) });
  await act(() => client.logout({ revoke: true }).catch(() => undefined));
  expect([result.current.status, result.current.error?.name]).toEqual(['signed-out', 'LogoutError']);
});

test('SignInPanel: a reloaded page shows the link that was pending and completes its sign-in', async () => {
  const { deep_link: link } = await fixture.client().generateDeeplink();
  render(app(fixture.client({ pollingInterval: 5 }), <SignInPanel />));
  expect((await screen.findByRole('link', { name: 'Open in the app' })).getAttribute('href')).toBe(link);
  fixture.provider.approve();
  await screen.findByText('You are signed in');
  expect(fixture.provider.to('/oauth/authorize')).toHaveLength(1);
});
