import { expect, test } from 'vitest';
import { mayHaveSession } from './register-approval-pages.ts';

const issuer = 'https://sso.example';

test.each(['same-origin', 'same-site', 'none'])(
  'provider pages: without a cookie on a navigation from %s the browser has no session',
  (site) => {
    expect(mayHaveSession({ cookies: {}, headers: { 'sec-fetch-site': site } }, issuer)).toBe(false);
  },
);

test.each(['cross-site', undefined])(
  'provider pages: the browser may withhold the cookie on a navigation from %s',
  (site) => {
    expect(mayHaveSession({ cookies: {}, headers: { 'sec-fetch-site': site } }, issuer)).toBe(true);
  },
);

test('provider pages: a browser with the cookie may have a session', () => {
  const cookies = { '__Host-owner_session': 'token' };
  expect(mayHaveSession({ cookies, headers: { 'sec-fetch-site': 'none' } }, issuer)).toBe(true);
});
