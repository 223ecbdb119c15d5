import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RefusedError } from '../../typed-contract/client.ts';
import { ErrorNotice, pauseOf } from './error-notice.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const refused = (status: number, retryAfter?: string) =>
  new RefusedError({
    status,
    body: {},
    headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  });

test('error notice: an unavailable service is asked again after the time that it names, and again', async () => {
  vi.useFakeTimers();
  const retry = vi.fn<() => void>();
  const { rerender } = render(<ErrorNotice error={refused(503, '3')} retry={retry} />);
  expect(screen.getByText('The next try is in 3 s.')).toBeTruthy();
  for (let second = 0; second < 3; second++) await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(retry).toHaveBeenCalledTimes(1);
  rerender(<ErrorNotice error={refused(503, '1')} retry={retry} />);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(retry).toHaveBeenCalledTimes(2);
});

test.each([
  [refused(503), 5],
  [refused(503, 'soon'), 5],
  [refused(503, '9999'), 60],
  [refused(500, '3'), undefined],
  [new TypeError('Failed to fetch'), undefined],
])('error notice: only a 503 repeats by itself, within a minute', (error, seconds) => {
  expect(pauseOf(error)).toBe(seconds);
});
