import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { keyAvatar, keyName, timeAgo, timeElement } from './parts.ts';

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

const key = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

test('forum pages: a key always has the same name and avatar', () => {
  expect([keyName(key), keyAvatar(key).markup]).toEqual([keyName(key), keyAvatar(key).markup]);
  expect(keyName(key)).toMatch(/^[a-z]+-[a-z]+$/);
});

test('forum pages: avatars of two hundred keys differ, and contain only squares and a colour', () => {
  const avatars = Array.from({ length: 200 }, (_, index) => keyAvatar(`${key}${index}`).markup);
  expect(new Set(avatars).size).toBe(200);
  for (const markup of avatars) expect(markup).toMatch(/d="(M[0-4] [0-4]h1v1h-1z)*" fill="hsl\(\d+ 55% 50%\)"/);
});

test('forum pages: text that is no key cannot leave the attributes of an avatar', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(keyAvatar(text).markup.match(/[<>]/g)).toHaveLength(6);
    }),
  );
});
