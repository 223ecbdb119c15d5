import { assert, property, uuid } from 'fast-check';
import { expect, test } from 'vitest';
import { randomCrockford, crockfordUuid } from './crockford.ts';

test('ULID specification: the largest value is 7ZZZ…Z', () => {
  expect(crockfordUuid('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  expect(crockfordUuid('00000000-0000-0000-0000-000000000000')).toBe('0'.repeat(26));
});

test('ids in Crockford base32 sort like their UUIDs, and differ when they do', () => {
  assert(
    property(uuid(), uuid(), (left, right) => {
      const [a, b] = [crockfordUuid(left), crockfordUuid(right)];
      expect(a).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(a < b).toBe(left < right);
    }),
  );
});

test('a secret uses all 32 characters evenly: every byte value maps to one, eight bytes to each', () => {
  const text = randomCrockford(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const counts = Map.groupBy(text, (character) => character);
  expect(counts.size).toBe(32);
  expect([...counts.values()].every((same) => same.length === 8)).toBe(true);
});
