import { describe, expect, test } from 'vitest';
import { hashSlot, readSlotRanges } from './redis.ts';

// The check value of CRC-16/XMODEM, and slots that `CLUSTER KEYSLOT` returns.
test.each([
  ['123456789', 0x31c3],
  ['foo', 12_182],

  ['é', 10_180],
])('Redis cluster: %j has the hash slot %i', (text, slot) => {
  expect(hashSlot(text)).toBe(slot);
});

const asked = 'rediss://platform:p%40ss@redis.example:6379';

describe('Redis cluster: the masters of slots', () => {
  test.each([
    ['a name', asked, 'node-1.example', 'rediss://platform:p%40ss@node-1.example:7001'],
    ['an IPv4 address', asked, '10.0.0.1', 'rediss://platform:p%40ss@10.0.0.1:7001'],
    ['an IPv6 address', asked, 'fd00::1', 'rediss://platform:p%40ss@[fd00::1]:7001'],
    ['the address that was asked', asked, null, 'rediss://platform:p%40ss@redis.example:7001'],
    ['no name yet', asked, '', 'rediss://platform:p%40ss@redis.example:7001'],
    ['an unknown name', asked, '?', 'rediss://platform:p%40ss@redis.example:7001'],
    ['this machine', 'redis://localhost', '127.0.0.1', 'redis://127.0.0.1:7001'],
  ])('%s', (_case, from, host, url) => {
    const replicas = ['replica.example', 7002, 'id', []];
    const ranges = readSlotRanges([[0, 99, [host, 7001, 'id', []], replicas]], from);
    expect(ranges).toEqual([{ first: 0, last: 99, url }]);
  });

  test.each([
    ['without TLS', 'redis://:secret@localhost', '10.0.0.1'],
    ['without a password', 'rediss://localhost', 'node-1.example'],
  ])('on another machine %s are refused', (_case, from, host) => {
    expect(() => readSlotRanges([[0, 99, [host, 7001]]], from)).toThrow('REDIS_URL must be a URL with TLS');
  });

  test.each([[null], ['OK'], [[null]], [[[0, 99]]], [[[0, '99', ['10.0.0.1', 7001]]]], [[[0, 99, ['10.0.0.1']]]]])(
    'the reply %j is refused',
    (reply) => {
      expect(() => readSlotRanges(reply, asked)).toThrow('Redis replied to CLUSTER SLOTS');
    },
  );
});
