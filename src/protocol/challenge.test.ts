import { expect, test } from 'vitest';
import { bearerChallenge, confirmationChallenge, dpopChallenge, dpopOffer, scopeChallenge } from './challenge.ts';
import { verificationErrorCodes } from './verification-error.ts';

const resourceMetadata = 'https://forum.example/.well-known/oauth-protected-resource';

test('DPoP challenge: every error except use_dpop_nonce is invalid_token', () => {
  const challenges = new Map(verificationErrorCodes.map((code) => [code, dpopChallenge(code)]));
  expect(challenges.get('use_dpop_nonce')).toBe('DPoP error="use_dpop_nonce", algs="EdDSA Ed25519 ES256"');
  challenges.delete('use_dpop_nonce');
  expect(new Set(challenges.values())).toEqual(new Set(['DPoP error="invalid_token", algs="EdDSA Ed25519 ES256"']));
});

test('RFC 9449 §7.1: without credentials the challenge offers the algorithms and names no error', () => {
  expect(dpopOffer()).toBe('DPoP algs="EdDSA Ed25519 ES256"');
});

test('RFC 6750 §3: a Bearer challenge names an error only when a token was presented', () => {
  expect(bearerChallenge('missing_authorization')).toBe('Bearer');
  expect(bearerChallenge('invalid_scheme')).toBe('Bearer');
  expect(bearerChallenge('expired_access_token')).toBe('Bearer error="invalid_token"');
  expect(bearerChallenge('bound_access_token')).toBe('Bearer error="invalid_token"');
});

test('RFC 9728 §5.1: a challenge can name the resource metadata', () => {
  const pointer = `resource_metadata="${resourceMetadata}"`;
  expect(dpopChallenge('jkt_mismatch', { resourceMetadata })).toBe(
    `DPoP error="invalid_token", ${pointer}, algs="EdDSA Ed25519 ES256"`,
  );
  expect(dpopOffer({ resourceMetadata })).toBe(`DPoP algs="EdDSA Ed25519 ES256", ${pointer}`);
  expect(bearerChallenge('missing_authorization', { resourceMetadata })).toBe(`Bearer ${pointer}`);
});

test.each(['Bearer', 'DPoP'] as const)(
  'RFC 6750 §3.1: a %s challenge for a lacking scope names the scope',
  (scheme) => {
    expect(scopeChallenge(scheme, 'forum:write')).toBe(`${scheme} error="insufficient_scope", scope="forum:write"`);
    expect(scopeChallenge(scheme, 'forum:write', { resourceMetadata })).toBe(
      `${scheme} error="insufficient_scope", scope="forum:write", resource_metadata="${resourceMetadata}"`,
    );
  },
);

test.each(['Bearer', 'DPoP'] as const)(
  'RFC 9470 §3: a %s challenge for a fresh authentication names its maximum age',
  (scheme) => {
    expect(confirmationChallenge(scheme, { maxAge: 300 })).toBe(
      `${scheme} error="insufficient_user_authentication", max_age="300"`,
    );
    expect(confirmationChallenge(scheme, { maxAge: 300, action: 'open_console' })).toBe(
      `${scheme} error="insufficient_user_authentication", acr_values="open_console", max_age="300"`,
    );
  },
);
