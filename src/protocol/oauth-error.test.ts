import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOAuthErrorCode, OAuthError, oauthErrorStatuses } from './oauth-error.ts';

test('RFC 6749 §5.2: an error has the usual status of its code', () => {
  for (const [code, [status]] of Object.entries(oauthErrorStatuses)) {
    if (!isOAuthErrorCode(code)) throw new TypeError(`${code} is not accepted as an error code.`);
    expect(new OAuthError(code, 'text').status).toBe(status);
  }
  expect(new OAuthError('access_denied', 'Origin not allowed').status).toBe(403);
});

test('OAuth error: invalid_grant may have status 409 for a redeemed code', () => {
  const error = new OAuthError('invalid_grant', 'The code was redeemed before.', 409);
  expect(error.status).toBe(409);
  expect(error.body()).toEqual({ error: 'invalid_grant', error_description: 'The code was redeemed before.' });
});

test('OAuth error: overload is temporarily_unavailable, never invalid_grant', () => {
  expect(oauthErrorStatuses.invalid_grant.every((status) => status < 429)).toBe(true);
  expect(oauthErrorStatuses.temporarily_unavailable).toEqual([503, 429]);
});

test('OAuth error: isOAuthErrorCode rejects unknown and inherited names', () => {
  for (const code of ['', 'toString', '__proto__', 'INVALID_GRANT', undefined, null, 1, ['invalid_grant']])
    expect(isOAuthErrorCode(code)).toBe(false);
});

test('RFC 6749 §5.2: error_description is printable ASCII without double quote and back slash', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (text) => {
      expect(new OAuthError('invalid_request', text).body().error_description).toMatch(
        /^[\x20\x21\x23-\x5b\x5d-\x7e]{0,500}$/,
      );
    }),
  );
});

test('RFC 6749 §5.2: error_description replaces forbidden characters and ends after 500', () => {
  const describe = (text: string) => new OAuthError('invalid_request', text).body().error_description;
  expect(describe(String.raw`Scope "a\b" für x`)).toBe("Scope 'a'b' f?r x");
  expect(describe('a'.repeat(501))).toBe('a'.repeat(500));
});
