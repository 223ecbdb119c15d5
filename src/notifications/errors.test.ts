import { expect, test } from 'vitest';
import contract from '../../generated/notifications/spec.json' with { type: 'json' };
import { DomainError } from '../runtime/domain-error.ts';
import type { HttpProblem } from '../runtime/http-problem.ts';
import * as catalogue from './errors.ts';

const { notificationsErrors } = catalogue;

/** Codes of the contract's error schemas: `code: {enum: […]}`. */
const documented = new Set(
  Array.from(
    JSON.stringify(contract.components.schemas).matchAll(/"code":\{"type":"integer","enum":\[([\d,]+)\]/g),
    ([, codes = '']) => codes.split(',').map(Number),
  ).flat(),
);

const problems: readonly HttpProblem[] = [
  { kind: 'invalid', part: 'body', violations: [{ field: 'name', keyword: 'maxLength', message: 'is too long' }] },
  { kind: 'invalid', part: 'body', violations: [{ field: 'body', keyword: 'maxLength', message: 'is too long' }] },
  { kind: 'malformed_body', reason: 'it is not JSON' },
  { kind: 'missing_body' },
  { kind: 'unsupported_media_type', given: 'text/plain', supported: ['application/json'] },
  { kind: 'payload_too_large', limit: 1 },
  { kind: 'unauthenticated', schemes: ['bearer', 'dpop'] },
  { kind: 'unauthenticated', schemes: ['notificationsKey'] },
  { kind: 'not_found', path: '/' },
  { kind: 'rate_limited', retryAfterSeconds: 1 },
  { kind: 'unavailable', retryAfterSeconds: 1 },
  { kind: 'internal' },
];

/** One of each error that the catalogue can make. */
function everyError(): DomainError[] {
  const makers = Object.values(catalogue).filter((entry) => typeof entry === 'function');
  const made = makers.flatMap((make) => {
    try {
      // Every text of the catalogue takes words or numbers.
      const error: unknown = (make as (...values: unknown[]) => unknown)('1', '1', '1');
      return error instanceof DomainError ? [error] : [];
    } catch {
      return [];
    }
  });
  return [...made, ...problems.map((problem) => notificationsErrors.fromProblem(problem))];
}

test('the catalogue has the codes of the contract, no more and no fewer', () => {
  expect(new Set(everyError().map(({ code }) => Number(code)))).toEqual(documented);
});

test.each([
  [{ kind: 'method_not_allowed', method: 'PATCH', allow: 'GET' }, 405],
  [{ kind: 'timed_out' }, 408],
  [{ kind: 'headers_too_large' }, 431],
] as const)('$0.kind is answered before any operation: its code repeats the status $1', (problem, status) => {
  const error = notificationsErrors.fromProblem(problem);
  expect(error.status).toBe(status);
  expect(notificationsErrors.body(error)).toMatchObject({ code: status });
  expect(contract.info.description).toContain(`| ${status} | ${status} |`);
});

test('a code below 1000 repeats its HTTP status', () => {
  for (const { code, status } of everyError()) if (Number(code) < 1000) expect(code).toBe(status);
});

test('retryAfterSeconds stands in 429 only, and equals Retry-After', () => {
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
] as const)('excess length in the %s of %s is %d', (part, field, code) => {
  const faults = [{ field, keyword: 'maxLength', message: 'is too long' }];
  expect(notificationsErrors.fromProblem({ kind: 'invalid', part, violations: faults }).code).toBe(code);
});

test('1001 goes before 413, whichever fault was found first', () => {
  const long = { field: 'body', keyword: 'maxLength', message: 'is too long' };
  const unknown = { field: 'title', keyword: 'additionalProperties', message: 'is not known here' };
  for (const faults of [
    [long, unknown],
    [unknown, long],
  ]) {
    const error = notificationsErrors.fromProblem({ kind: 'invalid', part: 'body', violations: faults });
    expect(error).toMatchObject({ code: 1001, details: { field: 'title' } });
  }
});

test('a message is never longer than the contract allows', () => {
  const body = notificationsErrors.body(catalogue.invalidField('a', 'format', '😀'.repeat(600)));
  expect(body).toMatchObject({ message: expect.stringMatching(/^.{1,512}$/su) });
});
