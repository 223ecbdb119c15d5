import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCodeChallenge, isCodeVerifier, s256Challenge, verifyCodeVerifier } from './pkce.ts';

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
