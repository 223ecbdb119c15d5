import { expect, test } from 'vitest';
import { countdown, duration } from './format.ts';

test.each([
  [300_000, '5:00'],
  [61_500, '1:02'],
  [999, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
])('approval: %i ms are left as %s', (milliseconds, text) => {
  expect(countdown(milliseconds)).toBe(text);
});

test.each([
  [30 * 86_400, '30 days'],
  [86_400, '1 day'],
  [12 * 3600, '12 hours'],
  [60, '1 hour'],
])('approval: %i seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
