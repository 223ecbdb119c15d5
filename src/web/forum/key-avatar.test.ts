import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyAvatar, keyName } from './key-avatar.ts';

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
