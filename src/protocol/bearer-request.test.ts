import { expect, test } from 'vitest';
import type { AccessTokenExpectation } from './access-token.ts';
import { BearerError, verifyBearerRequest } from './bearer-request.ts';
import { bearerChallenge, confirmationChallenge, dpopChallenge, dpopOffer, scopeChallenge } from './challenge.ts';
import type { JsonObject } from './json-object.ts';
import type { RawHeaders } from './request-headers.ts';
import {
  accessTokenClaims,
  accessTokenHeader,
  clientId,
  createSigningProvider,
  idTokenClaims,
  idTokenHeader,
  issuer,
  now,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { UnavailableError } from './unavailable-error.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/request-defects.ts';
import { verificationErrorCodes } from './dpop-request.ts';

const provider = await createSigningProvider();
const options = { keys: provider.keys, issuer, audience: clientId, now };
const unboundClaims = { ...accessTokenClaims, cnf: undefined };
const unbound = (claims: JsonObject = {}) => provider.token(accessTokenHeader, { ...unboundClaims, ...claims });

async function refusal(
  headers: RawHeaders,
  further: Partial<AccessTokenExpectation> = {},
): Promise<string | undefined> {
  try {
    await verifyBearerRequest({ headers }, { ...options, ...further });
    return undefined;
  } catch (error) {
    if (error instanceof BearerError) return rejectionCode(error);
    throw error;
  }
}

test('RFC 6750 §2.1: an unbound access token is accepted under Bearer in any case', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const headers = [['Authorization', `${scheme} ${await unbound()}`]] as const;
    expect(await verifyBearerRequest({ headers }, options)).toMatchObject({
      sub: accessTokenClaims.sub,
      clientId,
      jti: 'at-1',
    });
  }
});

test('RFC 9449 §7.2: a key-bound access token is rejected under Bearer, whatever its cnf', async () => {
  for (const cnf of [accessTokenClaims.cnf, {}, null, 'jkt', { 'x5t#S256': 'a' }]) {
    expect(await refusal([['Authorization', `Bearer ${await unbound({ cnf })}`]])).toBe('bound_access_token');
  }
});

test('Bearer request: an ID token is rejected', async () => {
  const token = await provider.token(idTokenHeader, { ...idTokenClaims, cnf: undefined });
  expect(await refusal([['Authorization', `Bearer ${token}`]])).toBe('bad_access_token_typ');
});

test.each([
  ['no header', [], 'missing_authorization'],
  ['another scheme', [['Authorization', 'DPoP a.b.c']], 'invalid_scheme'],
  ['Basic', [['Authorization', 'Basic YTpi']], 'invalid_scheme'],
  ['no token', [['Authorization', 'Bearer']], 'invalid_scheme'],
  [
    'two lines',
    [
      ['Authorization', 'Bearer a.b.c'],
      ['Authorization', 'Bearer a.b.c'],
    ],
    'invalid_scheme',
  ],
  ['three junk segments', [['Authorization', 'Bearer a.b.c']], 'malformed_access_token'],
  ['five segments', [['Authorization', 'Bearer a.b.c.d.e']], 'malformed_access_token'],
  ['padding', [['Authorization', 'Bearer a.b.c==']], 'malformed_access_token'],
] satisfies [string, [string, string][], string][])(
  'Bearer request: %s is rejected with a code',
  async (_, headers, code) => {
    expect(await refusal(headers)).toBe(code);
  },
);

test('Bearer request: an expired token and one for another audience are rejected', async () => {
  const headers = [['Authorization', `Bearer ${await unbound()}`]] as const;
  expect(await refusal(headers, { now: accessTokenClaims.exp })).toBe('expired_access_token');
  expect(await refusal(headers, { audience: '00000006010000000000000000000002' })).toBe('bad_access_token_aud');
});

test('Bearer request: an unreachable key set is UnavailableError, not a rejection', async () => {
  const headers = [['Authorization', `Bearer ${await unbound()}`]] as const;
  await expect(refusal(headers, { keys: () => Promise.reject(new Error('down')) })).rejects.toThrow(UnavailableError);
});

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
