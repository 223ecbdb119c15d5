import { expect, test } from 'vitest';
import { isApiKey, newApiKey } from './api-key.ts';

test('API key: it is ank_ and 26 characters of Crockford base32, each of which depends on the random bytes', () => {
  const [zeros, ones] = [0x00, 0xff].map((byte) => newApiKey((length) => new Uint8Array(length).fill(byte)));
  expect([zeros, ones]).toEqual([`ank_${'0'.repeat(26)}`, `ank_${'Z'.repeat(26)}`]);
  expect([zeros, ones].every((key) => isApiKey(key ?? ''))).toBe(true);
});

test('API key: all characters of Crockford base32 are equally likely', () => {
  const firstCharacters = Array.from({ length: 256 }, (_, byte) =>
    newApiKey((length) => new Uint8Array(length).fill(byte)).charAt(4),
  );
  const counts = Map.groupBy(firstCharacters, (character) => character);
  expect(counts.size).toBe(32);
  expect([...counts.values()].every((same) => same.length === 8)).toBe(true);
});
