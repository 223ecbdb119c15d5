import { expect, test, vi } from 'vitest';
import { bearerMiddleware } from '../../client/http/middleware.ts';
import { SsoClient } from '../../client/sso/sso-client.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { callsOf, profileOf, signOut, type SignOutDependencies } from './session.ts';

/** Creates a session of a page on which people sign in by QR code. */
function qrSession() {
  const stored = new Map([['platform-sso_access_token', 'token']]);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const sso = new SsoClient({
    ssoBaseUrl: 'https://sso.example',
    providerAddress: '00000006010000000000000000000001',
    tokenStorage: storage,
  });
  return { sso, middleware: bearerMiddleware(() => sso.getAccessToken() ?? undefined), redirectUri: null };
}

const refusing = (status: number, reason: string) => async () => ({
  status,
  body: { details: { reason } },
  headers: new Headers(),
});

test('page session: where people sign in by QR code, a call that needs a confirmation leads to the sign-in screen', async () => {
  const session = qrSession();
  const call = refusing(401, 'insufficient_user_authentication');
  await expect(callsOf(session)(call)).rejects.toThrow(RefusedError);
  expect(session.sso.getAccessToken()).toBeNull();
});

test('page session: the provider names a needed confirmation in `error`', async () => {
  const session = qrSession();
  const body = { error: 'insufficient_user_authentication', error_description: 'Confirm again.' };
  const call = async () => ({ status: 401, body, headers: new Headers() });
  await expect(callsOf(session)(call)).rejects.toThrow(RefusedError);
  expect(session.sso.getAccessToken()).toBeNull();
});

test.each([
  [403, 'insufficient_user_authentication'],
  [401, 'expired_access_token'],
])('page session: a refusal with %d and the reason %s keeps the session', async (status, reason) => {
  const session = qrSession();
  await expect(callsOf(session)(refusing(status, reason))).rejects.toThrow(RefusedError);
  expect(session.sso.getAccessToken()).toBe('token');
});

test.each([
  ['name and uploaded picture', { name: 'Ada', picture: 'https://sso.example/pictures/1' }],
  ['no name', { name: null, picture: null }],
  // A page loads pictures from the provider only.
  ['a picture elsewhere', { name: 'Ada', picture: null }, { name: 'Ada', picture: 'https://images.example/ada.png' }],
  ['claims of another type', { name: null, picture: null }, { name: 7, picture: {} }],
])('page session: the profile in an id_token with %s', (_what, shown, claims: object = shown) => {
  const session = qrSession();
  vi.spyOn(session.sso, 'getAuthData').mockReturnValue({
    iss: 'https://sso.example',
    sub: 'a',
    aud: 'b',
    exp: 1,
    ...claims,
  });
  expect(profileOf(session)).toEqual(shown);
});

const never = () => new Promise<never>(() => undefined);

/** Signs out with recording dependencies. @returns the recorded steps in order */
function page(parts: Partial<SignOutDependencies> = {}) {
  const happened: string[] = [];
  let token: string | null = 'refresh-1';
  const all: SignOutDependencies = {
    sso: {
      getRefreshToken: () => token,
      logout: () => {
        token = null;
        happened.push('forgotten');
      },
    },
    leave: async () => {
      token = 'refresh-2';
      happened.push('left');
    },
    revoke: async (refreshToken) => happened.push(`revoked ${refreshToken}`),
    elapsed: never,
    ...parts,
  };
  return { happened, all };
}

test('sign-out: clean-up, revocation and local deletion happen in this order', async () => {
  const { happened, all } = page();
  await signOut(all);
  expect(happened).toEqual(['left', 'revoked refresh-2', 'forgotten']);
});

test('sign-out: a failing service does not prevent the local sign-out', async () => {
  const fails = () => Promise.reject(new Error('down'));
  const { happened, all } = page({ leave: fails, revoke: fails });
  await signOut(all);
  expect(happened).toEqual(['forgotten']);
});

test('sign-out: the user waits two seconds at most, and the revocation still follows a slow clean-up', async () => {
  const waits: number[] = [];
  const slow = Promise.withResolvers<void>();
  const { happened, all } = page({
    leave: () => slow.promise,
    elapsed: async (milliseconds) => void waits.push(milliseconds),
  });
  await signOut(all);
  expect([waits, happened]).toEqual([[2000], ['forgotten']]);
  slow.resolve();
  await slow.promise;
  await new Promise(setImmediate);
  expect(happened).toEqual(['forgotten', 'revoked refresh-1']);
});
