import { expect, test } from 'vitest';
import { differentNetwork } from './place.ts';

test.each([
  ['203.0.113.24', '203.0.113.200', false],
  ['203.0.113.24', '203.0.114.24', true],
  ['2001:db8::1', '2001:db8::2', false],
  ['2001:db8::1', '203.0.113.24', true],
])('sso: the networks of %s and %s differ: %s', (one, other, different) => {
  expect(differentNetwork(one, other)).toBe(different);
});
