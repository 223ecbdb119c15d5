import { expect, test } from 'vitest';
import { parseDuration } from './commands.ts';

test.each([
  ['90s', 90],
  ['30m', 1_800],
  ['12h', 43_200],
  ['90d', 7_776_000],
  ['2w', 1_209_600],
])('admin: the duration %s is %d seconds', (text, seconds) => {
  expect(parseDuration(text)).toBe(seconds);
});

test.each(['', '90', 'd', '0d', '-1d', '1.5h', '1y', '90 d', '999999999d'])('admin: %j is not a duration', (text) => {
  expect(() => parseDuration(text)).toThrow('is not a duration');
});
