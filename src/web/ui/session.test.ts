import { expect, test } from 'vitest';
import { bearerMiddleware } from '../../client/http/bearer-middleware.ts';
import { SsoClient } from '../../client/sso/sso-client.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { callWithSession } from './session.ts';

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
  await expect(callWithSession(session, call)).rejects.toThrow(RefusedError);
  expect(session.sso.getAccessToken()).toBeNull();
});

test('page session: the provider names a needed confirmation in `error`', async () => {
  const session = qrSession();
  const body = { error: 'insufficient_user_authentication', error_description: 'Confirm again.' };
  const call = async () => ({ status: 401, body, headers: new Headers() });
  await expect(callWithSession(session, call)).rejects.toThrow(RefusedError);
  expect(session.sso.getAccessToken()).toBeNull();
});

test.each([
  [403, 'insufficient_user_authentication'],
  [401, 'expired_access_token'],
])('page session: a refusal with %d and the reason %s keeps the session', async (status, reason) => {
  const session = qrSession();
  await expect(callWithSession(session, refusing(status, reason))).rejects.toThrow(RefusedError);
  expect(session.sso.getAccessToken()).toBe('token');
});
