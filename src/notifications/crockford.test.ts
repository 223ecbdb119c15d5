import { assert, property, uuid } from 'fast-check';
import { expect, test } from 'vitest';
import { randomCrockford, crockfordUuid } from './crockford.ts';

test('ULID specification: the largest value is 7ZZZ…Z', () => {
  expect(crockfordUuid('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  expect(crockfordUuid('00000000-0000-0000-0000-000000000000')).toBe('0'.repeat(26));
});

test('ULID specification: ULIDs sort like their UUIDs', () => {
  assert(
    property(uuid(), uuid(), (left, right) => {
      const [a, b] = [crockfordUuid(left), crockfordUuid(right)];
      expect(a).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(a < b).toBe(left < right);
    }),
  );
});

test('API key: all characters of Crockford base32 are equally likely', () => {
  const text = randomCrockford(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const counts = Map.groupBy(text, (character) => character);
  expect(counts.size).toBe(32);
  expect([...counts.values()].every((same) => same.length === 8)).toBe(true);
});
