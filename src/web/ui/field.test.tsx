import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RefusedError } from '../../typed-contract/client.ts';
import { Choice, Field, fieldErrors, LinesField } from './field.tsx';

afterEach(cleanup);

const refusal = (field?: unknown) =>
  new RefusedError({
    status: 400,
    body: { message: 'url must begin with https.', details: { field } },
    headers: new Headers(),
  });

test.each(['url', 'url/0'])('forms: an error about %s stands at the field url and nowhere else', (field) => {
  const errors = fieldErrors(refusal(field), ['name', 'url']);
  expect(errors.at('url')).toBe('url must begin with https.');
  expect([errors.at('name'), errors.other]).toEqual([undefined, undefined]);
});

test.each([undefined, 42, 'urls', 'icon'])('forms: an error about %s stands below the fields', (field) => {
  const error = refusal(field);
  expect(fieldErrors(error, ['url']).other).toBe(error);
  expect(fieldErrors(error, ['url']).at('url')).toBeUndefined();
});

test('forms: an error without a response stands below the fields, and no error nowhere', () => {
  const error = new TypeError('Failed to fetch');
  expect(fieldErrors(error, ['url']).other).toBe(error);
  expect(fieldErrors(undefined, ['url']).other).toBeUndefined();
});

test.each(['redirectUris.0 must be an https URL.', 'redirectUris has an item twice.'])(
  'forms: an error of the sign-in provider, "%s", stands at the field that its description begins with',
  (description) => {
    const body = { error: 'invalid_request', error_description: description };
    const errors = fieldErrors(new RefusedError({ status: 400, body, headers: new Headers() }), ['redirectUris']);
    expect([errors.at('redirectUris'), errors.other]).toEqual([description, undefined]);
  },
);

const common = { label: 'URL', value: '', onChange: () => undefined, hint: 'A public https URL.' };
const controls = [
  ['text field', (error?: string) => <Field {...common} error={error} />],
  ['list field', (error?: string) => <LinesField {...common} error={error} />],
  ['choice', (error?: string) => <Choice {...common} options={[{ value: '', text: 'None' }]} error={error} />],
] as const;

test.each(controls)('forms: a %s with an error is invalid, and its error and hint describe it', (_name, control) => {
  const { getByLabelText, getByRole, queryByRole, rerender } = render(control('Begin with https.'));
  const descriptions = () =>
    (getByLabelText('URL').getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
  expect(getByLabelText('URL').getAttribute('aria-invalid')).toBe('true');
  expect(descriptions()).toEqual(['Begin with https.', 'A public https URL.']);
  expect(getByRole('alert').textContent).toBe('Begin with https.');

  rerender(control());
  expect(getByLabelText('URL').hasAttribute('aria-invalid')).toBe(false);
  expect(descriptions()).toEqual(['A public https URL.']);
  expect(queryByRole('alert')).toBeNull();
});

test('forms: the first control with an error receives the focus', () => {
  const form = (error?: string) => (
    <form>
      <Field {...common} label="Name" />
      <LinesField {...common} label="Addresses" error={error} />
      <Choice {...common} label="Reach" options={[{ value: '', text: 'None' }]} error={error} />
    </form>
  );
  const { getByLabelText, rerender } = render(form());
  getByLabelText('Name').focus();
  rerender(form('Not allowed.'));
  expect(document.activeElement).toBe(getByLabelText('Addresses'));
});
