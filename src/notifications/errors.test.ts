import { expect, test } from 'vitest';
import contract from '../../generated/notifications/spec.json' with { type: 'json' };
import { DomainError, type HttpProblem } from '../runtime/errors/domain-error.ts';
import * as catalogue from './errors.ts';

const { notificationsErrors } = catalogue;

/** Every error code that a response of the contract lists. */
const documented = new Set(
  Array.from(JSON.stringify(contract).matchAll(/"x-error-codes":\[([\d,]+)\]/g), ([, codes = '']) =>
    codes.split(',').map(Number),
  ).flat(),
);

const problems: readonly HttpProblem[] = [
  { kind: 'invalid', part: 'body', violations: [{ field: 'name', keyword: 'maxLength', message: 'is too long' }] },
  { kind: 'invalid', part: 'body', violations: [{ field: 'body', keyword: 'maxLength', message: 'is too long' }] },
  { kind: 'malformed_body', reason: 'it is not JSON' },
  { kind: 'missing_body' },
  { kind: 'unsupported_media_type', received: 'text/plain', supported: ['application/json'] },
  { kind: 'payload_too_large', limit: 1 },
  { kind: 'unauthenticated', schemes: { bearer: [], dpop: [] } },
  { kind: 'unauthenticated', schemes: { notificationsKey: [] } },
  { kind: 'not_found', path: '/' },
  { kind: 'rate_limited', retryAfterSeconds: 1 },
  { kind: 'unavailable', retryAfterSeconds: 1 },
  { kind: 'internal' },
];

/** Creates one error of each kind in the catalogue. */
function everyError(): DomainError[] {
  const makers = Object.values(catalogue).filter((entry) => typeof entry === 'function');
  const made = makers.flatMap((make) => {
    try {
      // Every message accepts texts or numbers as arguments.
      const error: unknown = (make as (...values: unknown[]) => unknown)('1', '1', '1');
      return error instanceof DomainError ? [error] : [];
    } catch {
      return [];
    }
  });
  return [...made, ...problems.map((problem) => notificationsErrors.fromProblem(problem))];
}

test('notifications errors: the catalogue has exactly the codes of the contract', () => {
  expect(new Set(everyError().map(({ code }) => Number(code)))).toEqual(documented);
});

test.each([
  [{ kind: 'method_not_allowed', method: 'PATCH', allow: 'GET' }, 405],
  [{ kind: 'timed_out' }, 408],
  [{ kind: 'headers_too_large' }, 431],
] as const)('notifications errors: the problem $0.kind has the status $1 as its code', (problem, status) => {
  const error = notificationsErrors.fromProblem(problem);
  expect(error.status).toBe(status);
  expect(notificationsErrors.body(error)).toMatchObject({ code: status });
  expect(contract.info.description).toContain(`| ${status} | ${status} |`);
});

test('notifications errors: a code below 1000 equals the HTTP status', () => {
  for (const { code, status } of everyError()) if (Number(code) < 1000) expect(code).toBe(status);
});

test('notifications errors: only 429 has retryAfterSeconds, and it equals Retry-After', () => {
  for (const error of everyError()) {
    const seconds = error.details?.['retryAfterSeconds'];
    if (error.status === 429) expect(error.headers['retry-after']).toBe(String(seconds));
    else expect(seconds).toBeUndefined();
  }
});

test.each([
  ['body', 'body', 413],
  ['body', 'startParam', 413],
  ['body', 'sessionAddress', 1001],
  ['body', 'name', 1001],
  ['query', 'body', 1001],
] as const)('notifications errors: excess length in the %s of %s has code %d', (part, field, code) => {
  const violations = [{ field, keyword: 'maxLength', message: 'is too long' }];
  expect(notificationsErrors.fromProblem({ kind: 'invalid', part, violations }).code).toBe(code);
});

test('notifications errors: 1001 takes precedence over 413, in any order of violations', () => {
  const long = { field: 'body', keyword: 'maxLength', message: 'is too long' };
  const unknown = { field: 'title', keyword: 'additionalProperties', message: 'is not known here' };
  for (const violations of [
    [long, unknown],
    [unknown, long],
  ]) {
    const error = notificationsErrors.fromProblem({ kind: 'invalid', part: 'body', violations });
    expect(error).toMatchObject({ code: 1001, details: { field: 'title' } });
  }
});

test('notifications errors: a message never exceeds the length in the contract', () => {
  const body = notificationsErrors.body(catalogue.invalidField('a', 'format', '😀'.repeat(600)));
  expect(body).toMatchObject({ message: expect.stringMatching(/^.{1,512}$/su) });
});
