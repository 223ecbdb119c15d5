import { act, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import {
  alice,
  baseUrl,
  bob,
  clientId,
  invalidGrant,
} from '../../../../contract-tests/fixtures/client/fake-provider.ts';
import { SignInPanel } from './sign-in-panel.tsx';
import { SsoProvider, SignInButton, SignInModal } from './sso-provider.tsx';
import { useAuth, useSignIn } from './sso-context.ts';
import { useSsoReact } from '../../../../contract-tests/fixtures/client/sso-react-fixture.tsx';
import { createMemoryStorage, tokenKeys } from '../stored-session.ts';

const fixture = useSsoReact();
const { authorizes, exchanges, findText, show, signedIn, within } = fixture;

test('useSignIn: custom components receive the same states [S223]', async () => {
  const { result } = renderHook(() => useSignIn(), { wrapper: within });
  await expect.poll(() => result.current.state.status).toBe('waiting');
  act(() => result.current.retry());
  expect(authorizes()).toBe(1);
});

test('SSO React: server rendering sends no request [S186]', () => {
  const html = renderToString(within({ children: [<SignInButton key="b" />, <SignInPanel key="p" />] }));
  expect(html).toContain('Preparing the sign-in…');
  expect(fixture.provider.received).toEqual([]);
});

test('SsoProvider: an invalid configuration throws on render and names the option [S185]', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() =>
    render(<SsoProvider config={{ ssoBaseUrl: 'http://sso.example', providerAddress: clientId }} />),
  ).toThrow(/^ssoBaseUrl/);
  vi.restoreAllMocks();
});

const auth = () => renderHook(() => useAuth(), { wrapper: within }).result;

test('useAuth: follows sign-in and sign-out [S191]', async () => {
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

test('useAuth: follows a change made in another tab [S192]', async () => {
  const storage = createMemoryStorage();
  fixture.replaceClient({ tokenStorage: storage });
  await signedIn();
  const result = auth();
  storage.removeItem(tokenKeys.idTokenClaims);
  storage.removeItem(tokenKeys.idToken);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: tokenKeys.idTokenClaims })));
  expect(result.current.status).toBe('signed-out');
});

test('useAuth: an expired session is renewed once, also under StrictMode [S184]', async () => {
  await signedIn();
  fixture.provider.clock.now += 3_601_000;
  const result = auth();
  expect(result.current.status).toBe('loading');
  await expect.poll(() => result.current).toMatchObject({ status: 'signed-in', subject: alice });
  expect(
    fixture.provider.to('/oauth/token').filter(({ form }) => form.get('grant_type') === 'refresh_token'),
  ).toHaveLength(1);
});

test('useAuth: an expired session that was revoked is signed out [S199]', async () => {
  await signedIn();
  fixture.provider.clock.now += 3_601_000;
  fixture.provider.respondWith('/oauth/token', () => invalidGrant());
  const result = auth();
  await expect.poll(() => result.current.status).toBe('signed-out');
  expect(fixture.client.getRefreshToken()).toBeNull();
});

test('useAuth: the subject changes when another person signs in [S191]', async () => {
  await signedIn();
  const result = auth();
  await act(async () => void (await signedIn(bob)));
  expect(result.current.subject).toBe(bob);
});

test('useAuth: throws outside an SsoProvider and names it [S193]', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => renderHook(() => useAuth())).toThrow('needs an SsoProvider above');
  vi.restoreAllMocks();
});

test('SignInButton: a click opens the dialog and starts the sign-in [S220]', async () => {
  show(<SignInButton />);
  expect(authorizes()).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await findText('Waiting for your approval…');
  expect(screen.getByRole('dialog', { name: 'Sign in' })).toBeTruthy();
  expect(authorizes()).toBe(1);
});

test('SignInButton: after success the dialog closes and the button signs out [S220]', async () => {
  const onSuccess = vi.fn();
  show(<SignInButton onSuccess={onSuccess} />);
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await findText('Waiting for your approval…');
  fixture.provider.approve();
  const out = await screen.findByRole('button', { name: 'Sign out' });
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(onSuccess).toHaveBeenCalledTimes(1);
  fireEvent.click(out);
  await screen.findByRole('button', { name: 'Sign in' });
  expect(fixture.client.getAccessToken()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await findText('Waiting for your approval…');
  expect([authorizes(), exchanges(), onSuccess.mock.calls.length]).toEqual([2, 1, 1]);
});

test('SignInModal: reopening shows the same attempt [S221]', async () => {
  show(<SignInButton>Log in</SignInButton>);
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await findText('Waiting for your approval…');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await findText('Waiting for your approval…');
  expect(authorizes()).toBe(1);
});

test('SignInModal: Escape and a click on the backdrop close it; a click inside does not [S221]', async () => {
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
