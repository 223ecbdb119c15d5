import { expect, test } from 'vitest';
import { faultDetails } from './fault-details.ts';

const invalid = (...faults: readonly (readonly [field: string, keyword: string, message: string])[]) =>
  faultDetails({
    kind: 'invalid',
    part: 'body',
    violations: faults.map(([field, keyword, message]) => ({ field, keyword, message })),
  });

test('details: a member that is wrong is named with what is expected', () => {
  expect(invalid(['productId', 'required', 'is required'], ['productId', 'type', 'must be string'])).toEqual({
    formErrors: [],
    fieldErrors: { productId: ['is required', 'must be string'] },
  });
});

test('details: a member too many is the fault of the whole', () => {
  expect(invalid(['amount', 'additionalProperties', 'is not known here'])).toEqual({
    formErrors: ['amount is not known here'],
    fieldErrors: {},
  });
});

test('details: a fault of the whole says which part it is', () => {
  expect(invalid(['', 'type', 'must be object']).formErrors).toEqual(['the body must be object']);
});

test('details: a body that cannot be read is the fault of the whole', () => {
  const { formErrors } = faultDetails({ kind: 'malformed_body', reason: 'it is not valid JSON' });
  expect(formErrors).toEqual(['The request body cannot be read: it is not valid JSON.']);
});

test('details: names come from the request, so they are cut and made well-formed', () => {
  const [text = ''] = invalid([`\ud800${'x'.repeat(5000)}`, 'additionalProperties', 'is not known here']).formErrors;
  expect(text).toHaveLength(1000);
  expect(text.isWellFormed()).toBe(true);
});
