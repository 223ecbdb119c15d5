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

test('RFC 6750 §3: a challenge can name the scope to ask for, after its other parameters', () => {
  const options = { resourceMetadata, scope: 'openid payments' };
  const rest = `resource_metadata="${resourceMetadata}", scope="openid payments"`;
  expect(bearerChallenge('missing_authorization', options)).toBe(`Bearer ${rest}`);
  expect(dpopOffer(options)).toBe(`DPoP algs="EdDSA Ed25519 ES256", ${rest}`);
  expect(dpopChallenge('jkt_mismatch', { scope: 'openid' })).toBe(
    'DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"',
  );
});

test.each(['Bearer', 'DPoP'] as const)(
  'RFC 6750 §3.1: a %s challenge for a lacking scope names the scope',
  (scheme) => {
    const algs = scheme === 'DPoP' ? ', algs="EdDSA Ed25519 ES256"' : '';
    const scope = 'openid forum:write';
    expect(scopeChallenge(scheme, { scope })).toBe(
      `${scheme} error="insufficient_scope", scope="openid forum:write"${algs}`,
    );
    expect(scopeChallenge(scheme, { scope, resourceMetadata })).toBe(
      `${scheme} error="insufficient_scope", scope="openid forum:write", resource_metadata="${resourceMetadata}"${algs}`,
    );
  },
);

test.each(['Bearer', 'DPoP'] as const)(
  'RFC 9470 §3: a %s challenge for a fresh authentication names its maximum age',
  (scheme) => {
    const algs = scheme === 'DPoP' ? ', algs="EdDSA Ed25519 ES256"' : '';
    expect(confirmationChallenge(scheme, { maxAge: 300 })).toBe(
      `${scheme} error="insufficient_user_authentication", max_age="300"${algs}`,
    );
    expect(confirmationChallenge(scheme, { maxAge: 300, action: 'open_console', scope: 'openid' })).toBe(
      `${scheme} error="insufficient_user_authentication", acr_values="open_console", max_age="300"${algs}, scope="openid"`,
    );
  },
);
