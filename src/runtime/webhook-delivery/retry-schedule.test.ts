import { assert, double, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { maxAttempts, pauseAfter } from './retry-schedule.ts';

test('webhook retry schedule: base 5 s, doubling, capped at 5 minutes, at most 8 attempts', () => {
  const pauses = Array.from({ length: 8 }, (_, index) => pauseAfter(index + 1, 0));
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, undefined]);
});

test('webhook retry schedule: jitter shortens a pause by at most a fifth, and pauses still grow', () => {
  assert(
    property(
      integer({ min: 1, max: maxAttempts - 1 }),
      double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (attempt, random) => {
        const bound = pauseAfter(attempt, 0) ?? 0;
        const pause = pauseAfter(attempt, random) ?? 0;
        expect(pause).toBeLessThanOrEqual(bound);
        expect(pause).toBeGreaterThanOrEqual(0.8 * bound);
        if (attempt > 1) expect(pause).toBeGreaterThan(pauseAfter(attempt - 1, 0) ?? 0);
      },
    ),
  );
});

test('webhook retry schedule: Retry-After of the receiver lengthens a pause up to 5 minutes', () => {
  expect(pauseAfter(1, 0, 120_000)).toBe(120_000);
  expect(pauseAfter(1, 0, 1_000)).toBe(5_000);
  expect(pauseAfter(1, 0, 86_400_000)).toBe(300_000);
  expect(pauseAfter(8, 0, 120_000)).toBeUndefined();
});
