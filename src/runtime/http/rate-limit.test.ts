import { expect, test } from 'vitest';
import { clientNetwork, countedNetworks, widestNetwork } from './rate-limit.ts';

test('limits: an IPv4 address counts alone, also when it is mapped to IPv6', () => {
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7'])
    expect([countedNetworks(ip), widestNetwork(ip)]).toEqual([[{ network: '203.0.113.7', share: 1 }], '203.0.113.7']);
});

test('limits: an IPv6 address counts in its /64, /56 and /48, with growing budgets', () => {
  expect(countedNetworks('2001:db8:0:12ab:ffff::1')).toEqual([
    { network: '2001:db8:0:12ab', share: 1 },
    { network: '2001:db8:0:1200/56', share: 4 },
    { network: '2001:db8:0:0/48', share: 16 },
  ]);
  expect(clientNetwork('2001:0db8:0:12ab::9')).toBe('2001:db8:0:12ab');
});

test('limits: neighbours share the wider networks only', () => {
  const [one, other] = [countedNetworks('2001:db8:7:100::1'), countedNetworks('2001:db8:7:1ff::1')];
  expect(one[0]).not.toEqual(other[0]);
  expect(one.slice(1)).toEqual(other.slice(1));
  expect(widestNetwork('2001:db8:8::1')).not.toBe(widestNetwork('2001:db8:7::1'));
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('limits: the address %s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});
