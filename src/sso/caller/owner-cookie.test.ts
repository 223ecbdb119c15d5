import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearedFormerCookie, ownerCookie, ownerCookieName } from './owner-session.ts';
import { createAuthenticator } from '../../../contract-tests/fixtures/client/authenticator.ts';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { issuer, type Sso, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';

let sso: Sso;
beforeAll(async () => {
  sso = await startSso();
});
afterAll(() => sso.close());

const https = 'https://sso.test';

test('sso: over https the owner cookie is Secure and has the prefix __Host-', () => {
  expect(ownerCookie('token', https)).toBe(
    '__Host-owner_session=token; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict; Secure',
  );
  expect(ownerCookieName(issuer)).toBe('owner_session');
});

test('sso: over https an owner cookie without prefix is deleted', () => {
  expect(clearedFormerCookie({ owner_session: 'x' }, https)).toBe(
    'owner_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  );
  expect(clearedFormerCookie({}, https)).toBeUndefined();
  expect(clearedFormerCookie({ owner_session: 'x' }, issuer)).toBeUndefined();
});

test.each([
  ['in one header', (cookie: string) => ({ cookie: `${cookie}; owner_session=${'A'.repeat(43)}` })],
  ['in front', (cookie: string) => ({ cookie: `owner_session=${'A'.repeat(43)}; ${cookie}` })],
  ['twice the same', (cookie: string) => ({ cookie: `${cookie}; ${cookie}` })],
])('sso: two owner cookies (%s) are refused with 401', async (_how, headers) => {
  const { cookie } = await signInBrowser(sso);
  const response = await sso.app.inject({ url: '/api/v1/owner', headers: headers(cookie) });
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([401, 'unauthorized']);
  expect((await sso.app.inject({ url: '/api/v1/owner', headers: { cookie } })).statusCode).toBe(200);
});

test.each([undefined, 'null', 'https://evil.test', `${issuer}.evil.test`])(
  'sso: a sign-in and a registration from origin %s are refused and start no session',
  async (origin) => {
    const authenticator = createAuthenticator();
    const headers = origin === undefined ? {} : { origin };
    const challenge = async (path: string, payload: object) =>
      (await sso.app.inject({ method: 'POST', url: `/api/v1/owner/${path}`, payload })).json<{
        publicKey: { challenge: string };
      }>().publicKey.challenge;
    const registration = authenticator.create(await challenge('passkeys/registration-options', { name: 'Laptop' }));
    const assertion = authenticator.get(await challenge('session/options', {}));
    for (const [path, credential] of [
      ['passkeys', registration],
      ['session', assertion],
    ] as const) {
      const response = await sso.app.inject({
        method: 'POST',
        url: `/api/v1/owner/${path}`,
        headers,
        payload: { credential },
      });
      expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([403, 'origin_refused']);
      expect(response.headers['set-cookie']).toBeUndefined();
    }
  },
);
