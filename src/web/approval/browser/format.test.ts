import { expect, test } from 'vitest';
import { formatCountdown, formatDuration } from './format.ts';

test.each([
  [300_000, '5:00'],
  [61_500, '1:02'],
  [999, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
])('approval page: %i ms are shown as %s', (milliseconds, text) => {
  expect(formatCountdown(milliseconds)).toBe(text);
});

test.each([
  [30 * 86_400, '30 days'],
  [86_400, '1 day'],
  [12 * 3600, '12 hours'],
  [60, '1 hour'],
])('approval page: %i seconds are shown as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
