import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase64url } from './base64url.ts';
import { utf8 } from './bytes.ts';
import { type IdTokenExpectation, InvalidIdTokenError, verifyIdToken } from './id-token.ts';
import type { JsonObject } from './json-object.ts';
import { jwkThumbprint } from './jwk-thumbprint.ts';
import { otherSigner } from '../../contract-tests/fixtures/protocol/keys.ts';
import {
  accessTokenClaims,
  accessTokenHeader,
  agent,
  clientId,
  createSigningProvider,
  idTokenClaims,
  idTokenHeader,
  issuer,
  now,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import { UnavailableError } from './unavailable-error.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/request-defects.ts';
import { isCodeChallenge, isCodeVerifier, s256Challenge, verifyCodeVerifier } from './pkce.ts';

const provider = await createSigningProvider();
const expected = { keys: provider.keys, issuer, clientId, now };

async function refusal(token: string, expectation: Partial<IdTokenExpectation> = {}): Promise<string | undefined> {
  try {
    await verifyIdToken({ token, ...expected, ...expectation });
    return undefined;
  } catch (error) {
    if (error instanceof InvalidIdTokenError) return rejectionCode(error);
    throw error;
  }
}

const withClaims = (claims: JsonObject) => provider.token(idTokenHeader, { ...idTokenClaims, ...claims });
const withHeader = (header: JsonObject) => provider.token({ ...idTokenHeader, ...header }, idTokenClaims);
const good = await withClaims({});

test('OpenID Connect Core §3.1.3.7: a valid ID token with the expected nonce and key yields subject and claims', async () => {
  const verified = await verifyIdToken({
    token: good,
    ...expected,
    nonce: idTokenClaims.nonce,
    jkt: jwkThumbprint(agent.jwk),
  });
  expect(verified).toEqual({ sub: idTokenClaims.sub, exp: now + 3590, iat: now - 10, claims: idTokenClaims });
});

test('OpenID Connect Core §2: the header may leave out typ', async () => {
  expect(await refusal(await withHeader({ typ: undefined }))).toBeUndefined();
});

test('ID token: an access token of the same provider is rejected', async () => {
  expect(await refusal(await provider.token(accessTokenHeader, { ...accessTokenClaims, aud: clientId }))).toBe(
    'bad_id_token_typ',
  );
});

test('OpenID Connect Core §3.1.3.7-6: form, algorithm, key and signature are checked in this order', async () => {
  expect(await refusal('a.b.c')).toBe('malformed_id_token');
  expect(await refusal(`${good}=`)).toBe('malformed_id_token');
  expect(await refusal(await withHeader({ typ: 'logout+jwt', alg: 'HS256' }))).toBe('bad_id_token_typ');
  expect(await refusal(await withHeader({ alg: 'HS256', kid: 'k3' }))).toBe('bad_id_token_alg');
  expect(await refusal(await withHeader({ alg: 'none' }))).toBe('bad_id_token_alg');
  expect(await refusal(await withHeader({ kid: 'k3' }))).toBe('unknown_id_token_kid');
  expect(await refusal(await withHeader({ kid: undefined }))).toBe('unknown_id_token_kid');
  expect(await refusal(await withHeader({ kid: 'k2' }))).toBe('bad_id_token_signature');
  expect(await refusal(await provider.token(idTokenHeader, { ...idTokenClaims, iss: 'https://x' }, 'k2'))).toBe(
    'bad_id_token_signature',
  );
});

test.each(['https://sso.example/', 'https://sso.example:443', '', null, undefined])(
  'OpenID Connect Core §3.1.3.7-2: iss %j is rejected',
  async (iss) => {
    expect(await refusal(await withClaims({ iss }))).toBe('bad_id_token_iss');
  },
);

const other = 'https://other.example';

test.each([
  ['another client', { aud: other }, undefined, 'bad_id_token_aud'],
  ['an empty aud', { aud: [] }, undefined, 'bad_id_token_aud'],
  ['missing', { aud: undefined }, undefined, 'bad_id_token_aud'],
  ['null', { aud: null }, undefined, 'bad_id_token_aud'],
  ['a trusted audience alone', { aud: other }, [other], 'bad_id_token_aud'],
  ['the client in a list', { aud: [clientId] }, undefined, undefined],
  ['the client and an unlisted one', { aud: [clientId, other], azp: clientId }, undefined, 'untrusted_id_token_aud'],
  ['the client and no text', { aud: [clientId, 1], azp: clientId }, [other], 'untrusted_id_token_aud'],
  ['the client and a trusted one', { aud: [clientId, other], azp: clientId }, [other], undefined],
  ['several, without azp', { aud: [clientId, other] }, [other], 'bad_id_token_azp'],
  ['the client, azp another', { azp: other }, [other], 'bad_id_token_azp'],
  ['the client, azp null', { azp: null }, undefined, 'bad_id_token_azp'],
  ['the client, azp too', { azp: clientId }, undefined, undefined],
])('OpenID Connect Core §3.1.3.7-3 to -5: aud is %s', async (_, claims, trustedAudiences, code) => {
  expect(await refusal(await withClaims(claims), { trustedAudiences })).toBe(code);
});

test.each([
  [{ exp: now - 30 }, 'expired_id_token'],
  [{ exp: now - 29 }, undefined],
  [{ exp: undefined }, 'expired_id_token'],
  [{ exp: String(now + 60) }, 'expired_id_token'],
  [{ nbf: now + 31 }, 'id_token_not_yet_valid'],
  [{ nbf: now + 30 }, undefined],
  [{ nbf: 'now' }, 'id_token_not_yet_valid'],
  [{ nbf: String(now) }, 'id_token_not_yet_valid'],
  [{ iat: now + 31 }, 'bad_id_token_iat'],
  [{ iat: now + 30 }, undefined],
  [{ iat: undefined }, 'bad_id_token_iat'],
])('OpenID Connect Core §3.1.3.7-9, -10: %j with 30 seconds of skew: %s', async (claims, code) => {
  expect(await refusal(await withClaims(claims))).toBe(code);
});

test('ID token: the message names the accepted typ', async () => {
  const rejected = verifyIdToken({ token: await withHeader({ typ: 'at+jwt' }), ...expected });
  await expect(rejected).rejects.toThrow('The typ of the token is not JWT.');
});

test('ID token: the skew is configurable', async () => {
  expect(await refusal(await withClaims({ exp: now - 5 }), { skew: 0 })).toBe('expired_id_token');
  expect(await refusal(await withClaims({ exp: now - 100 }), { skew: 120 })).toBeUndefined();
});

test.each(['', null, 1, undefined])('OpenID Connect Core §2: sub %j is rejected', async (sub) => {
  expect(await refusal(await withClaims({ sub }))).toBe('missing_id_token_sub');
});

test('OpenID Connect Core §3.1.3.7-11: an expected nonce must be present and equal', async () => {
  for (const nonce of ['other', '', undefined, null, [idTokenClaims.nonce]]) {
    expect(await refusal(await withClaims({ nonce }), { nonce: idTokenClaims.nonce })).toBe('bad_id_token_nonce');
    expect(await refusal(await withClaims({ nonce }))).toBeUndefined();
  }
});

test('RFC 7800 §3: an expected key must equal the one in cnf', async () => {
  const jkt = jwkThumbprint(agent.jwk);
  expect(await refusal(good, { jkt: jwkThumbprint(otherSigner.jwk) })).toBe('bad_id_token_cnf');
  for (const cnf of [undefined, null, {}, [], jkt, { jkt: [jkt] }]) {
    expect(await refusal(await withClaims({ cnf }), { jkt })).toBe('bad_id_token_cnf');
    expect(await refusal(await withClaims({ cnf }))).toBeUndefined();
  }
});

test('ID token: an unreachable key set is UnavailableError, not a rejection', async () => {
  await expect(refusal(good, { keys: () => Promise.reject(new Error('down')) })).rejects.toThrow(UnavailableError);
});

test('ID token: any text and any claims are accepted or rejected with a code', async () => {
  const segment = fc.oneof(
    fc.string(),
    fc.json().map((json) => encodeBase64url(utf8(json))),
    fc.constantFrom(...good.split('.')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(segment, { maxLength: 4 }), async (segments) => {
      const token = segments.join('.');
      if (token !== good) expect(await refusal(token)).toMatch(/_id_token/);
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(idTokenClaims), 'azp', 'nbf'),
      fc.jsonValue(),
      async (name, value) => {
        expect(['undefined', 'string']).toContain(typeof (await refusal(await withClaims({ [name]: value }))));
      },
    ),
    { numRuns: 40 },
  );
});

const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

test('RFC 7636 appendix B: the example verifier yields the published S256 challenge', () => {
  expect(s256Challenge(verifier)).toBe(challenge);
  expect(verifyCodeVerifier(verifier, challenge)).toBe(true);
});

test.each([
  ['42 characters', 'a'.repeat(42), false],
  ['43 characters', 'a'.repeat(43), true],
  ['128 characters', 'a'.repeat(128), true],
  ['129 characters', 'a'.repeat(129), false],
  ['every unreserved mark', `${'a'.repeat(40)}-._~`, true],
  ['a space', `${'a'.repeat(43)} `, false],
  ['a trailing line end', `${'a'.repeat(43)}\n`, false],
  ['a plus sign', `${'a'.repeat(43)}+`, false],
  ['a letter outside ASCII', `${'a'.repeat(43)}é`, false],
  ['no text', 43, false],
  ['a text in a list', ['a'.repeat(43)], false],
  ['nothing', undefined, false],
])('RFC 7636 §4.1: a verifier of %s', (_, text, accepted) => {
  expect(isCodeVerifier(text)).toBe(accepted);
});

test('RFC 7636 §4.2: isCodeChallenge accepts exactly 43 base64url characters', () => {
  expect(isCodeChallenge(challenge)).toBe(true);
  for (const text of [
    '',
    challenge.slice(1),
    `${challenge}A`,
    `${challenge.slice(1)}=`,
    `${challenge.slice(1)}+`,
    null,
    [challenge],
  ]) {
    expect(isCodeChallenge(text), String(text)).toBe(false);
  }
});

test('RFC 7636 §4.6: any other verifier is rejected', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9._~-]{43,64}$/), (other) => {
      expect(verifyCodeVerifier(other, challenge)).toBe(other === verifier);
    }),
  );
});

test('RFC 7636 §4.6: a malformed verifier is rejected even when its hash matches', () => {
  expect(verifyCodeVerifier('short', s256Challenge('short'))).toBe(false);
});

test('RFC 7636 §4.2: a plain verifier is rejected for an S256 challenge', () => {
  expect(verifyCodeVerifier(challenge, challenge)).toBe(false);
});
