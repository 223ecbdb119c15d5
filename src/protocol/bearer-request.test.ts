import { expect, test } from 'vitest';
import type { AccessTokenExpectation } from './access-token.ts';
import { BearerError, verifyBearerRequest } from './bearer-request.ts';
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
import { rejectionCode } from '../../contract-tests/fixtures/protocol/rejection-code.ts';

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
