import { assert, property, uuid } from 'fast-check';
import { expect, test } from 'vitest';
import { notificationId } from './notification.ts';

test('ULID specification: the largest value is 7ZZZ…Z', () => {
  expect(notificationId('ffffffff-ffff-ffff-ffff-ffffffffffff', 'real')).toBe('ntf_7ZZZZZZZZZZZZZZZZZZZZZZZZZ');
  expect(notificationId('00000000-0000-0000-0000-000000000000', 'test')).toBe(`ntf_test_${'0'.repeat(26)}`);
});

test('ULID specification: ULIDs sort like their UUIDs', () => {
  assert(
    property(uuid(), uuid(), (left, right) => {
      const [a, b] = [notificationId(left, 'real'), notificationId(right, 'real')];
      expect(a).toMatch(/^ntf_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(a < b).toBe(left < right);
    }),
  );
});
