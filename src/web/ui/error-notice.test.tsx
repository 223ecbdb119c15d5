import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RefusedError, UndocumentedResponseError } from '../../typed-contract/client.ts';
import { ErrorNotice, pauseOf, describeError } from './error-notice.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
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
