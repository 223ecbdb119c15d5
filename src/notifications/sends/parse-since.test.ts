import { expect, test } from 'vitest';
import { parseSince } from './send-payload.ts';

test.each([
  ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.000Z'],
  ['2026-03-01T10:00:00+01:00', '2026-03-01T09:00:00.000Z'],
  ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
])('notifications since: %s is read as %s', (since, time) => {
  expect(parseSince(since).toISOString()).toBe(time);
});

test('notifications since: a leap second is refused', () => {
  expect(() => parseSince('2016-12-31T23:59:60Z')).toThrow('since is not a time that can be compared');
});
