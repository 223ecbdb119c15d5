// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SsoClient } from '../sso-client.ts';
import { tokenKeys } from '../stored-session.ts';
import {
  alice,
  baseUrl,
  bob,
  clientId,
  createFakeProvider,
  type FakeProvider,
  invalidGrant,
} from '../../../../contract-tests/fixtures/client/fake-provider.ts';
import { createMemoryStorage } from '../token-storage.ts';
import { SignInButton } from './sign-in-button.tsx';
import { SignInModal } from './sign-in-modal.tsx';
import { SignInPanel } from './sign-in-panel.tsx';
import { SsoProvider } from './sso-provider.tsx';
import { useAuth } from './use-auth.ts';
import { useSignIn } from './use-sign-in.ts';

// A slow machine is no failed promise.
configure({ asyncUtilTimeout: 60_000 });

let provider: FakeProvider;
let client: SsoClient;
beforeEach(async () => {
  provider = await createFakeProvider();
  client = makeClient();
});
afterEach(cleanup);

const makeClient = (tokenStorage = createMemoryStorage()) =>
  new SsoClient({
    ssoBaseUrl: baseUrl,
    providerAddress: clientId,
    pollingInterval: 5,
    fetch: provider.fetch,
    now: () => provider.clock.now,
    tokenStorage,
    flowStorage: createMemoryStorage(),
  });

const within = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <SsoProvider client={client}>{children}</SsoProvider>
  </StrictMode>
);
const show = (node: ReactNode) => render(node, { wrapper: within });
const authorizes = () => provider.to('/oauth/authorize').length;
const exchanges = () =>
  provider.to('/oauth/token').filter(({ form }) => form.get('grant_type') === 'authorization_code').length;
const findText = (text: string) => screen.findByText(text);
const decided = (status: string) =>
  provider.respondWith('/oauth/poll', () => Response.json({ status, state: 'irrelevant', iss: baseUrl }));

describe('SignInPanel', () => {
  test('SignInPanel: waiting shows QR code, link and comparison code after one authorize request, also under StrictMode', async () => {
    show(<SignInPanel />);
    await findText('Waiting for your approval…');
    expect(screen.getByRole('img', { name: 'QR code of the sign-in link' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open in the app' }).getAttribute('href')).toMatch(/\/approve\/r1$/);
    expect(screen.getByText('KTR-WDQ')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toContain('Waiting');
    expect(authorizes()).toBe(1);
  });

  test('SignInPanel: an approval sends one token request and calls onSuccess once', async () => {
    const onSuccess = vi.fn();
    show(<SignInPanel onSuccess={onSuccess} />);
    await findText('Waiting for your approval…');
    provider.approve();
    await findText('You are signed in');
    expect([authorizes(), exchanges(), onSuccess.mock.calls.length]).toEqual([1, 1, 1]);
    expect(client.getSubject()).toBe(alice);
  });

  test.each([
    ['rejected', 'Declined', 'The request was declined on the other screen.'],
    ['expired', 'Too late', 'The code was valid for a few minutes only.'],
  ])('SignInPanel: %s is shown, and a retry makes a fresh deep link', async (status, heading, hint) => {
    decided(status);
    show(<SignInPanel />);
    await findText(heading);
    expect(screen.getByRole('status').textContent).toBe(hint);
    expect(screen.queryByRole('img')).toBeNull();
    provider.respondWith('/oauth/poll', null);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findText('Waiting for your approval…');
    expect(screen.getByRole('link').getAttribute('href')).toMatch(/\/approve\/r2$/);
    expect([authorizes(), exchanges()]).toEqual([2, 0]);
  });

  test.each([
    ['/oauth/authorize', 400],
    ['/oauth/authorize', 503],
    ['/oauth/poll', 404],
    ['/oauth/token', 400],
  ])('SignInPanel: a failure of %s (%i) can be retried', async (path, status) => {
    provider.respondWith(path, () => Response.json({ error: 'invalid_request' }, { status }));
    show(<SignInPanel />);
    if (path === '/oauth/token') {
      await findText('Waiting for your approval…');
      provider.approve();
    }
    await findText('That did not work');
    provider.respondWith(path, null);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await findText('Waiting for your approval…');
    expect(client.getSubject()).toBeNull();
  });

  test('SignInPanel: a double click on "Try again" starts one attempt', async () => {
    decided('rejected');
    show(<SignInPanel />);
    await findText('Declined');
    provider.respondWith('/oauth/poll', null);
    const again = screen.getByRole('button', { name: 'Try again' });
    act(() => {
      again.click();
      again.click();
    });
    await findText('Waiting for your approval…');
    expect(authorizes()).toBe(2);
  });

  test('SignInPanel: overload and lost responses while waiting are retried', async () => {
    show(<SignInPanel />);
    await findText('Waiting for your approval…');
    provider.respondWith('/oauth/poll', () => new Response('busy', { status: 503 }));
    const seen = provider.to('/oauth/poll').length;
    await expect.poll(() => provider.to('/oauth/poll').length).toBeGreaterThan(seen + 2);
    expect(screen.queryByText('That did not work')).toBeNull();
    provider.respondWith('/oauth/poll', null);
    provider.approve();
    await findText('You are signed in');
  });

  test('SignInPanel: a remount while waiting keeps the attempt and its link', async () => {
    const view = show(<SignInPanel key="a" />);
    await findText('Waiting for your approval…');
    const href = screen.getByRole('link').getAttribute('href');
    view.rerender(<SignInPanel key="b" />);
    view.rerender(<p>elsewhere</p>);
    await expect.poll(() => screen.getByText('elsewhere')).toBeTruthy();
    view.rerender(<SignInPanel key="c" />);
    await findText('Waiting for your approval…');
    expect(screen.getByRole('link').getAttribute('href')).toBe(href);
    expect(authorizes()).toBe(1);
    provider.approve();
    await findText('You are signed in');
    expect(exchanges()).toBe(1);
  });

  test('SignInPanel: unmounting stops polling', async () => {
    const view = show(<SignInPanel />);
    await findText('Waiting for your approval…');
    view.unmount();
    await act(async () => new Promise((resolve) => setTimeout(resolve, 30)));
    const seen = provider.to('/oauth/poll').length;
    await act(async () => new Promise((resolve) => setTimeout(resolve, 60)));
    expect(provider.to('/oauth/poll')).toHaveLength(seen);
  });

  test('SignInPanel: a remount with a link about to expire makes a fresh one', async () => {
    const view = show(<SignInPanel />);
    await findText('Waiting for your approval…');
    view.rerender(<p>elsewhere</p>);
    await act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
    provider.clock.now += 285_000;
    view.rerender(<SignInPanel />);
    await expect.poll(() => authorizes()).toBe(2);
  });

  test('SignInPanel: two panels share one attempt', async () => {
    show(
      <>
        <SignInPanel />
        <SignInPanel />
      </>,
    );
    await expect.poll(() => screen.getAllByRole('link')).toHaveLength(2);
    provider.approve();
    await expect.poll(() => screen.getAllByText('You are signed in')).toHaveLength(2);
    expect([authorizes(), exchanges()]).toEqual([1, 1]);
  });

  test('SignInPanel: a visible or online page polls immediately, one request at a time', async () => {
    const slow = new SsoClient({ ...client.config, pollingInterval: 3_600_000 });
    client = slow;
    show(<SignInPanel />);
    await findText('Waiting for your approval…');
    await expect.poll(() => provider.to('/oauth/poll')).toHaveLength(1);
    for (const [target, event] of [
      [document, 'visibilitychange'],
      [window, 'online'],
    ] as const) {
      const before = provider.to('/oauth/poll').length;
      await act(async () => void [1, 2, 3].map(() => target.dispatchEvent(new Event(event))));
      await expect.poll(() => provider.to('/oauth/poll')).toHaveLength(before + 1);
      await act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
    }
    expect(authorizes()).toBe(1);
  });

  test('SignInPanel: sends nothing when signed in and starts after a sign-out', async () => {
    const ready = await signedIn();
    show(<SignInPanel />);
    await findText('You are signed in');
    expect(authorizes()).toBe(ready);
    act(() => client.logout());
    await findText('Waiting for your approval…');
    expect(authorizes()).toBe(ready + 1);
  });

  test('SignInPanel: texts are replaceable', async () => {
    render(
      <SsoProvider client={client} texts={{ waiting: 'Warten auf Ihre Zustimmung…' }}>
        <SignInPanel />
      </SsoProvider>,
    );
    await findText('Warten auf Ihre Zustimmung…');
    expect(screen.getByText('Open in the app')).toBeTruthy();
  });
});

/** Signs in without any component. @returns how many authorizes that took */
async function signedIn(sub = alice): Promise<number> {
  await client.generateDeeplink();
  await client.exchangeToken(provider.approve(sub));
  return authorizes();
}

describe('SignInModal and SignInButton', () => {
  test('SignInButton: a click opens the dialog and starts the sign-in', async () => {
    show(<SignInButton />);
    expect(authorizes()).toBe(0);
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await findText('Waiting for your approval…');
    expect(screen.getByRole('dialog', { name: 'Sign in' })).toBeTruthy();
    expect(authorizes()).toBe(1);
  });

  test('SignInButton: after success the dialog closes and the button signs out', async () => {
    const onSuccess = vi.fn();
    show(<SignInButton onSuccess={onSuccess} />);
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await findText('Waiting for your approval…');
    provider.approve();
    const out = await screen.findByRole('button', { name: 'Sign out' });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    expect(onSuccess).toHaveBeenCalledTimes(1);
    fireEvent.click(out);
    await screen.findByRole('button', { name: 'Sign in' });
    expect(client.getAccessToken()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await findText('Waiting for your approval…');
    expect([authorizes(), exchanges(), onSuccess.mock.calls.length]).toEqual([2, 1, 1]);
  });

  test('SignInModal: reopening shows the same attempt', async () => {
    show(<SignInButton>Log in</SignInButton>);
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await findText('Waiting for your approval…');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await findText('Waiting for your approval…');
    expect(authorizes()).toBe(1);
  });

  test('SignInModal: Escape and a click on the backdrop close it; a click inside does not', async () => {
    const onClose = vi.fn();
    show(<SignInModal open onClose={onClose} />);
    await findText('Waiting for your approval…');
    const dialog = screen.getByRole('dialog');
    fireEvent.click(screen.getByText('KTR-WDQ'));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(dialog);
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});

describe('useAuth', () => {
  const auth = () => renderHook(() => useAuth(), { wrapper: within }).result;

  test('useAuth: follows sign-in and sign-out', async () => {
    const result = auth();
    expect(result.current).toMatchObject({ status: 'signed-out', isAuthenticated: false, subject: null, claims: null });
    await act(async () => void (await signedIn()));
    expect(result.current).toMatchObject({
      status: 'signed-in',
      isAuthenticated: true,
      subject: alice,
      claims: { iss: baseUrl },
    });
    act(() => result.current.logout());
    expect(result.current).toMatchObject({ status: 'signed-out', subject: null });
  });

  test('useAuth: follows a change made in another tab', async () => {
    const storage = createMemoryStorage();
    client = makeClient(storage);
    await signedIn();
    const result = auth();
    storage.removeItem(tokenKeys.idTokenClaims);
    storage.removeItem(tokenKeys.idToken);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: tokenKeys.idTokenClaims })));
    expect(result.current.status).toBe('signed-out');
  });

  test('useAuth: an expired session is renewed once, also under StrictMode', async () => {
    await signedIn();
    provider.clock.now += 3_601_000;
    const result = auth();
    expect(result.current.status).toBe('loading');
    await expect.poll(() => result.current).toMatchObject({ status: 'signed-in', subject: alice });
    expect(provider.to('/oauth/token').filter(({ form }) => form.get('grant_type') === 'refresh_token')).toHaveLength(
      1,
    );
  });

  test('useAuth: an expired session that was revoked is signed out', async () => {
    await signedIn();
    provider.clock.now += 3_601_000;
    provider.respondWith('/oauth/token', () => invalidGrant());
    const result = auth();
    await expect.poll(() => result.current.status).toBe('signed-out');
    expect(client.getRefreshToken()).toBeNull();
  });

  test('useAuth: the subject changes when another person signs in', async () => {
    await signedIn();
    const result = auth();
    await act(async () => void (await signedIn(bob)));
    expect(result.current.subject).toBe(bob);
  });

  test('useAuth: throws outside an SsoProvider and names it', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => renderHook(() => useAuth())).toThrow('needs an SsoProvider above');
    vi.restoreAllMocks();
  });
});

test('useSignIn: custom components receive the same states', async () => {
  const { result } = renderHook(() => useSignIn(), { wrapper: within });
  await expect.poll(() => result.current.state.status).toBe('waiting');
  act(() => result.current.retry());
  expect(authorizes()).toBe(1);
});

test('SSO React: server rendering sends no request', () => {
  const html = renderToString(within({ children: [<SignInButton key="b" />, <SignInPanel key="p" />] }));
  expect(html).toContain('Preparing the sign-in…');
  expect(provider.received).toEqual([]);
});

test('SsoProvider: an invalid configuration throws on render and names the option', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() =>
    render(<SsoProvider config={{ ssoBaseUrl: 'http://sso.example', providerAddress: clientId }} />),
  ).toThrow(/^ssoBaseUrl/);
  vi.restoreAllMocks();
});
