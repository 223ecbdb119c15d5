import { expect, test } from 'vitest';
import { timeAgo, timeElement } from './relative-time.ts';

const now = new Date('2026-03-31T12:00:00Z');

test.each([
  ['2026-03-31T12:05:00Z', 'just now'],
  ['2026-03-31T11:59:00.001Z', 'just now'],
  ['2026-03-31T11:59:00Z', '1 minute ago'],
  ['2026-03-31T11:00:00.001Z', '59 minutes ago'],
  ['2026-03-31T11:00:00Z', '1 hour ago'],
  ['2026-03-30T12:00:00.001Z', '23 hours ago'],
  ['2026-03-30T12:00:00Z', '1 day ago'],
  ['2026-03-01T12:00:00.001Z', '29 days ago'],
  ['2026-03-01T12:00:00Z', '1 Mar 2026'],
])('forum pages: at noon of 31 March, %s is shown as %s', (at, text) => {
  expect(timeAgo(new Date(at), now)).toBe(text);
});

test('forum pages: a relative time has the exact one in UTC as title, and for programs', () => {
  expect(timeElement('2026-03-31T09:07:00.000Z', now).markup).toBe(
    '<time datetime="2026-03-31T09:07:00.000Z" title="31 Mar 2026, 09:07 UTC">2 hours ago</time>',
  );
});
