import { beforeAll, expect, test } from 'vitest';
import {
  createSigningProvider,
  issuer,
  now,
  type SigningProvider,
} from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import type { JsonObject } from './json-object.ts';
import { serviceTokenProblem } from './service-token.ts';
import { UnavailableError } from './unavailable-error.ts';

const audience = 'https://notifications.example';
const header = { typ: 'service+jwt', alg: 'RS256', kid: 'k1' } as const;
const claims = { iss: issuer, sub: issuer, aud: audience, iat: now, exp: now + 60 };

let provider: SigningProvider;
beforeAll(async () => {
  provider = await createSigningProvider();
});

const problemOf = async (changes: JsonObject, head: JsonObject = header): Promise<string | undefined> =>
  serviceTokenProblem(await provider.token(head, { ...claims, ...changes }), {
    issuer,
    audience,
    keys: provider.keys,
    now,
  });

test.each<[string, JsonObject]>([
  ['a minute', {}],
  ['a second', { exp: now + 1 }],
  // Clocks differ by up to 30 seconds.
  ['a minute that begins in 30 seconds', { iat: now + 30, exp: now + 90 }],
  ['a minute that ended 29 seconds ago', { iat: now - 89, exp: now - 29 }],
])('service token: one of the provider for this service is valid for %s', async (_name, changes) => {
  expect(await problemOf(changes)).toBeUndefined();
});

test.each<[string, JsonObject, string]>([
  ['another issuer', { iss: 'https://evil.example' }, 'iss and sub are not the sign-in provider.'],
  ['a person as subject', { sub: '5f3c9a1e7b2d4860a1c2e3f405162738' }, 'iss and sub are not the sign-in provider.'],
  ['no subject', { sub: undefined }, 'iss and sub are not the sign-in provider.'],
  ['another service', { aud: 'https://forum.example' }, `aud is not ${audience}.`],
  ['several services', { aud: [audience] }, `aud is not ${audience}.`],
  ['no iat', { iat: undefined }, 'iat or exp is missing.'],
  ['no exp', { exp: undefined }, 'iat or exp is missing.'],
  ['a text as iat', { iat: String(now) }, 'iat or exp is missing.'],
  ['61 seconds', { exp: now + 61 }, 'It is valid for more than 60 seconds.'],
  ['a minute that begins in 31 seconds', { iat: now + 31, exp: now + 91 }, 'It is not valid now.'],
  ['a minute that ended 30 seconds ago', { iat: now - 90, exp: now - 30 }, 'It is not valid now.'],
])('service token: one with %s is refused', async (_name, changes, problem) => {
  expect(await problemOf(changes)).toBe(problem);
});

test.each<[string, JsonObject, string]>([
  ['an access token', { ...header, typ: 'at+jwt' }, 'The typ of the token is not service+jwt.'],
  ['another algorithm', { ...header, alg: 'none' }, 'The alg of the token is not RS256.'],
  ['an unknown key', { ...header, kid: 'k3' }, 'The kid of the token is not in the key set of the provider.'],
])('service token: %s is refused', async (_name, head, problem) => {
  expect(await problemOf({}, head)).toBe(problem);
});

test('service token: text that is no token is a problem, and an unreachable key set is an error', async () => {
  const expected = { issuer, audience, keys: provider.keys, now };
  expect(await serviceTokenProblem('no token', expected)).toBe('The JWS does not have exactly three segments.');
  expect(await serviceTokenProblem('a'.repeat(2_049), expected)).toContain('2048');
  const keys = () => Promise.reject(new Error('closed'));
  const token = await provider.token(header, claims);
  await expect(serviceTokenProblem(token, { ...expected, keys })).rejects.toThrow(UnavailableError);
});
