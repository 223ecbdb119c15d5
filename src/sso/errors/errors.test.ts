import { expect, test } from 'vitest';
import contract from '../../../generated/sso/spec.json' with { type: 'json' };
import { isJsonObject } from '../../protocol/json-object.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import { ssoErrors } from './sso-errors.ts';
import * as administrationErrors from './administration-errors.ts';
import * as applicationErrors from './application-errors.ts';
import * as oauthErrors from './oauth-errors.ts';
import * as ownerErrors from './owner-errors.ts';
import * as userinfoErrors from './oauth-errors.ts';

/** Every error code that a response of the contract lists. */
function codesOfContract(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(codesOfContract);
  if (!isJsonObject(node)) return [];
  const codes = node['x-error-codes'];
  const listed = Array.isArray(codes) ? codes.map(String) : [];
  return [...listed, ...Object.values(node).flatMap(codesOfContract)];
}

/** @returns undefined when the argument has the wrong type */
function madeBy(make: Parameters<typeof Reflect.apply>[0], argument: unknown): unknown {
  try {
    return Reflect.apply(make, undefined, [argument, ['Bearer']]);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Every error that the catalogue can make. */
const catalogue = [oauthErrors, userinfoErrors, ownerErrors, administrationErrors, applicationErrors]
  .flatMap((errors) => Object.values<unknown>(errors))
  .flatMap((make) => {
    if (typeof make !== 'function') return [];
    // Errors take a time, challenges or a name. An unsuitable argument does not change the code.
    const suitable = /challenges/.test(String(make)) ? ['Bearer'] : new Date(0);
    const made = madeBy(make, suitable) ?? madeBy(make, 'text');
    return made instanceof DomainError ? [made] : [];
  });
const problems = [
  ssoErrors.fromProblem({ kind: 'internal' }),
  ssoErrors.fromProblem({ kind: 'unavailable', retryAfterSeconds: 2 }),
  ssoErrors.fromProblem({ kind: 'unconfirmed', demand: { maxAge: 600, action: undefined }, schemes: { bearer: [] } }),
];

test('sso: the error catalogue equals the error codes of the contract', () => {
  const known = new Set([...catalogue, ...problems].map(({ code }) => String(code)));
  expect(known).toEqual(new Set(codesOfContract(contract)));
});

test('RFC 6749 §5.2: error_description is printable ASCII without double quote and back slash', () => {
  const { error_description } = ssoErrors.body(oauthErrors.invalidOauthRequest('"a\\b"\nü' + 'x'.repeat(600))) as {
    error_description: string;
  };
  expect(error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]{500}$/);
});

test.each([
  ['missing', 'response_type', 'required', 'invalid_request'],
  ['repeated', 'response_type', 'type', 'invalid_request'],
  ['another', 'response_type', 'enum', 'unsupported_response_type'],
  ['malformed', 'scope', 'pattern', 'invalid_scope'],
  ['malformed', 'client_id', 'pattern', 'invalid_client'],
  ['malformed', 'state', 'pattern', 'invalid_request'],
])('RFC 6749 §4.1.2.1: a %s %s (%s) is reported as %s', (_how, field, keyword, code) => {
  const error = ssoErrors.fromProblem({
    kind: 'invalid',
    part: 'query',
    violations: [{ field, keyword, message: 'x' }],
  });
  expect([error.code, error.status]).toEqual([code, 400]);
});

test('sso: overload and crashes are never invalid_grant', () => {
  for (const kind of ['rate_limited', 'unavailable'] as const) {
    const error = ssoErrors.fromProblem({ kind, retryAfterSeconds: 3 });
    expect([error.code, error.headers['retry-after']]).toEqual(['temporarily_unavailable', '3']);
  }
  expect(ssoErrors.fromProblem({ kind: 'internal' }).code).toBe('server_error');
});
