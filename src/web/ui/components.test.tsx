import { cleanup, render, act, screen, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi, beforeEach } from 'vitest';
import type { ReactNode } from 'react';
import { RefusedError, UndocumentedResponseError } from '../../typed-contract/client.ts';
import { Choice, Field, fieldErrors, LinesField } from './field.tsx';
import { CopyField } from './button.tsx';
import { ConfirmDialog } from './dialog.tsx';
import { Avatar, Person } from './avatar.tsx';
import { formatAmount, formatDecimal, Time } from './values.tsx';
import { useResource } from './requests.tsx';
import { ErrorNotice, pauseOf, describeError } from './error-notice.tsx';
import { navigate, useLeaveGuard, usePath } from './router.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

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

test.each([
  [
    'redirectUris.1 must be an https URL; redirectUris.1 is too long',
    'Line 2 must be an https URL; Line 2 is too long',
  ],
  ['redirectUris has an item twice.', 'redirectUris has an item twice.'],
])(
  'forms: an error of the sign-in provider, "%s", stands at the field that its description begins with',
  (description, shown) => {
    const body = { error: 'invalid_request', error_description: description };
    const errors = fieldErrors(new RefusedError({ status: 400, body, headers: new Headers() }), ['redirectUris']);
    expect([errors.at('redirectUris'), errors.other]).toEqual([shown, undefined]);
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

test.each([
  ['a success', async () => undefined, 'API key is copied', 'hidden'],
  [
    'a failure',
    () => Promise.reject(new Error('denied')),
    'The browser did not allow copying: select the text and copy it.',
    'soft',
  ],
])(
  'copy button: %s is announced, and only a failure is visible',
  async (_what, writeText, announcement, visibleText) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
    render(<CopyField label="API key" value="ank_1" />);
    await act(async () => screen.getByRole('button', { name: 'Copy API key' }).click());
    expect(screen.getByRole('status').textContent).toBe(announcement);
    // The button itself shows the success.
    expect(screen.getByRole('status').className).toBe(visibleText);
  },
);

const dialog = (error: unknown) => (
  <ConfirmDialog title="Hide this?" action="Hide" confirmation={{ busy: false, error, run: () => {}, close: () => {} }}>
    <p>Nobody sees it.</p>
  </ConfirmDialog>
);

const messages = (container: HTMLElement) => [...container.querySelectorAll('[role=alert]')].length;

test('console: a dialog shows the error of its own action, and none of a dialog before it', () => {
  const earlier = new Error('The post is locked.');
  const { container, rerender } = render(dialog(earlier));
  expect(messages(container)).toBe(0);
  rerender(dialog(undefined));
  expect(messages(container)).toBe(0);
  rerender(dialog(new Error('The service is unavailable.')));
  expect(messages(container)).toBe(1);
});

const refused = (status: number, body: unknown, retryAfter?: string) =>
  new RefusedError({
    status,
    body,
    headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  });

test('error notice: an unavailable service is asked again after the time that it names, and again', async () => {
  vi.useFakeTimers();
  const retry = vi.fn<() => void>();
  const { rerender } = render(<ErrorNotice error={refused(503, {}, '3')} retry={retry} />);
  expect(screen.getByText('The next try is in 3 s.')).toBeTruthy();
  for (let second = 0; second < 3; second++) await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(retry).toHaveBeenCalledTimes(1);
  rerender(<ErrorNotice error={refused(503, {}, '1')} retry={retry} />);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(retry).toHaveBeenCalledTimes(2);
});

test.each([
  [refused(503, {}), 5],
  [refused(503, {}, 'soon'), 5],
  [refused(503, {}, '9999'), 60],
  [refused(500, {}, '3'), undefined],
  [new TypeError('Failed to fetch'), undefined],
])('error notice: only a 503 repeats by itself, within a minute', (error, seconds) => {
  expect(pauseOf(error)).toBe(seconds);
});

test.each([
  [refused(400, { code: 1001, message: 'url is not public.' }), 'url is not public.'],
  [refused(400, { error: 'Name the invoice to pay.' }), 'Name the invoice to pay.'],
  [refused(409, { error: 'secret_limit', error_description: 'Revoke one first.' }), 'Revoke one first.'],
  [refused(503, undefined), 'The service refused the request with status 503.'],
  [refused(429, { message: 'no', details: { retryAfterSeconds: 42 } }), 'Too many requests. Try again in 42 seconds.'],
  [refused(429, { message: 'no', details: { retryAfterSeconds: 600 } }), 'Too many requests. Try again in 10 minutes.'],
  [refused(429, { message: 'no', details: { retryAfterSeconds: 7200 } }), 'Too many requests. Try again in 2 hours.'],
  [
    new TypeError('Failed to fetch'),
    'The service cannot be reached. Check your connection and that the service is running, then try again.',
  ],
  [
    new Error('The push key of the notification service is invalid.'),
    'The push key of the notification service is invalid.',
  ],
])('web: an error is described in plain words: %s', (error, words) => {
  expect(describeError(error)).toBe(words);
});

test('web: the text of an error explains an ended session and an undocumented response', () => {
  expect(describeError(refused(401, { message: 'expired' }))).toMatch(/Sign in again.*\(expired\)/);
  expect(describeError(new UndocumentedResponseError('listApps', 502, 'Bad gateway'))).toMatch(
    /status \(502\).*check its log/,
  );
});

/** Names as strangers choose them: they are shown whole, isolated from the text around them, and nothing of them is markup. */
const hostileNames = [
  'W'.repeat(64),
  'متجر القهوة الصغير',
  '\u202Eexe.rekam\u202C',
  '👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈',
  '<img src=x onerror=alert(1)>',
];

test('avatars: an uploaded picture is shown, and initials where it does not load', () => {
  const picture = 'https://sso.example/pictures/1';
  const { container, rerender } = render(<Avatar id="a" name="Ada Lovelace" picture={picture} />);
  const [image] = container.getElementsByTagName('img');
  expect([image?.src, image?.alt]).toEqual([picture, '']);
  if (image) fireEvent.error(image);
  expect(container.querySelector('svg text')?.textContent).toBe('AL');
  // Another one is tried.
  rerender(<Avatar id="a" name="Ada Lovelace" picture={`${picture}2`} />);
  expect(container.getElementsByTagName('img')[0]?.src).toBe(`${picture}2`);
});

test('avatars: without a picture and a name the pattern of the id is shown', async () => {
  const { container } = render(<Avatar id="a" name={null} picture={null} />);
  await act(async () => undefined);
  expect(container.querySelector('svg path')).not.toBeNull();
});

test.each(hostileNames)('avatars: the name %j is text of its own direction', (name) => {
  const { container } = render(<Person id="a" name={name} />);
  expect(container.querySelector('bdi')?.textContent).toBe(name);
  expect(container.querySelectorAll('img')).toHaveLength(0);
  const initials = container.querySelector('text')?.textContent ?? '';
  expect([...new Intl.Segmenter().segment(initials)].length).toBeLessThanOrEqual(2);
});

test('times: seconds are shown only where they matter, and the exact time stays in the markup', () => {
  const at = '2026-03-01T09:30:15.250Z';
  const format = (timeStyle: 'short' | 'medium') =>
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle }).format(new Date(at));
  const { container } = render(
    <>
      <Time at={at} />
      <Time at={at} to="second" />
    </>,
  );
  const shown = [...container.querySelectorAll('time')];
  expect(shown.map(({ textContent }) => textContent)).toEqual([format('short'), format('medium')]);
  expect(shown.map(({ dateTime }) => dateTime)).toEqual([at, at]);
});

test.each([
  ['990000', 'USDC', '0.99'],
  ['3990000', 'USDC', '3.99'],
  ['10000000000', 'PLATFORM', '10'],
  ['1', 'PLATFORM', '0.000000001'],
  ['0', 'USDC', '0'],
] as const)('amounts: %s smallest units of %s are %s', (amount, token, text) => {
  expect(formatAmount(amount, token)).toBe(text);
});

test.each([
  ['de', '1234.50', '1.234,5'],
  ['en-GB', '90071992547409930.123456789', '90,071,992,547,409,930.123456789'],
  ['ja', '0.99', '0.99'],
])('amounts: in %s %s is written %s, exactly', (locale, amount, text) => {
  expect(formatDecimal(amount, locale)).toBe(text);
});

test('amounts: a price that is no decimal number stays as it is', () => {
  expect(formatDecimal('free', 'de')).toBe('free');
});

test('useResource: no render shows a value of another key', async () => {
  const rendered: string[] = [];
  const { result, rerender } = renderHook(
    ({ key }) => {
      const resource = useResource(key, async () => `of ${key}`);
      rendered.push(`${key}: ${resource.value ?? 'loading'}`);
      return resource;
    },
    { initialProps: { key: 'A' } },
  );
  await act(async () => undefined);
  const { replace } = result.current;
  rerender({ key: 'B' });
  await act(async () => replace('late, of A'));
  expect(result.current.value).toBe('of B');
  expect(new Set(rendered)).toEqual(new Set(['A: loading', 'A: of A', 'B: loading', 'B: of B']));
});

beforeEach(() => history.replaceState(null, '', '/portal/apps/1/keys'));

function Guarded({ active }: { readonly active: boolean }): ReactNode {
  const path = usePath();
  const { to, leave, stay } = useLeaveGuard(active, '/portal/apps/1/');
  return (
    <>
      <p>at {path}</p>
      {to !== undefined && <p>to {to}</p>}
      <button onClick={leave}>Leave</button>
      <button onClick={stay}>Stay</button>
    </>
  );
}

test('leaving: a person with something to lose is asked, stays where they are, and leaves when they say so', () => {
  render(<Guarded active />);
  act(() => navigate('/portal/apps/1/webhook'));
  expect(screen.getByText('at /portal/apps/1/webhook')).toBeTruthy();
  act(() => navigate('/portal'));
  expect(screen.getByText('at /portal/apps/1/webhook')).toBeTruthy();
  expect(screen.getByText('to /portal')).toBeTruthy();
  act(() => screen.getByText('Stay').click());
  expect(screen.queryByText('to /portal')).toBeNull();
  act(() => navigate('/portal'));
  act(() => screen.getByText('Leave').click());
  expect(screen.getByText('at /portal')).toBeTruthy();
});

test('leaving: nobody is asked who has nothing to lose', () => {
  render(<Guarded active={false} />);
  act(() => navigate('/portal'));
  expect(screen.getByText('at /portal')).toBeTruthy();
});
