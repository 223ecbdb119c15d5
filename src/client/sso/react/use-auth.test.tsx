import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createMemoryStorage, tokenKeys } from '../stored-session.ts';
import { alice, baseUrl, bob, invalidGrant } from '../../../../contract-tests/fixtures/client/fake-provider.ts';
import { useAuth } from './sso-context.ts';
import { useSsoReact } from '../../../../contract-tests/fixtures/client/sso-react-fixture.tsx';

const fixture = useSsoReact();
const { signedIn, within } = fixture;

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
  fixture.replaceClient({ tokenStorage: storage });
  await signedIn();
  const result = auth();
  storage.removeItem(tokenKeys.idTokenClaims);
  storage.removeItem(tokenKeys.idToken);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: tokenKeys.idTokenClaims })));
  expect(result.current.status).toBe('signed-out');
});

test('useAuth: an expired session is renewed once, also under StrictMode', async () => {
  await signedIn();
  fixture.provider.clock.now += 3_601_000;
  const result = auth();
  expect(result.current.status).toBe('loading');
  await expect.poll(() => result.current).toMatchObject({ status: 'signed-in', subject: alice });
  expect(
    fixture.provider.to('/oauth/token').filter(({ form }) => form.get('grant_type') === 'refresh_token'),
  ).toHaveLength(1);
});

test('useAuth: an expired session that was revoked is signed out', async () => {
  await signedIn();
  fixture.provider.clock.now += 3_601_000;
  fixture.provider.respondWith('/oauth/token', () => invalidGrant());
  const result = auth();
  await expect.poll(() => result.current.status).toBe('signed-out');
  expect(fixture.client.getRefreshToken()).toBeNull();
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
