import { expect, test } from 'vitest';
import { clientNetwork, differentNetwork } from './network.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('sso limits: the address %s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test.each([
  ['203.0.113.24', '203.0.113.200', false],
  ['203.0.113.24', '203.0.114.24', true],
  ['2001:db8::1', '2001:db8::2', false],
  ['2001:db8::1', '203.0.113.24', true],
])('sso: the networks of %s and %s differ: %s', (one, other, different) => {
  expect(differentNetwork(one, other)).toBe(different);
});
