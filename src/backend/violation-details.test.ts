import { expect, test } from 'vitest';
import { violationDetails } from './errors.ts';

const invalid = (...violations: readonly (readonly [field: string, keyword: string, message: string])[]) =>
  violationDetails({
    kind: 'invalid',
    part: 'body',
    violations: violations.map(([field, keyword, message]) => ({ field, keyword, message })),
  });

test('backend details: an invalid member is named with what is expected', () => {
  expect(invalid(['productId', 'required', 'is required'], ['productId', 'type', 'must be string'])).toEqual({
    formErrors: [],
    fieldErrors: { productId: ['is required', 'must be string'] },
  });
});

test('backend details: an unknown member is a form error', () => {
  expect(invalid(['amount', 'additionalProperties', 'is not known here'])).toEqual({
    formErrors: ['amount is not known here'],
    fieldErrors: {},
  });
});

test('backend details: a form error names the part of the request', () => {
  expect(invalid(['', 'type', 'must be object']).formErrors).toEqual(['the body must be object']);
});

test('backend details: an unreadable body is a form error', () => {
  const { formErrors } = violationDetails({ kind: 'malformed_body', reason: 'it is not valid JSON' });
  expect(formErrors).toEqual(['The request body cannot be read: it is not valid JSON.']);
});

test('backend details: member names from the request are shortened and made well-formed', () => {
  const [text = ''] = invalid([`\ud800${'x'.repeat(5000)}`, 'additionalProperties', 'is not known here']).formErrors;
  expect(text).toHaveLength(1000);
  expect(text.isWellFormed()).toBe(true);
});
