import { expect, test } from 'vitest';
import { readTapAddress, tapAddress } from './tap.ts';

const push = {
  notificationId: 'ntf_01KJMBQDE0Y72P6GXRDNGT8BB5',
  appId: '019c7a10-1400-7055-9e9a-4427b88fbebe',
  title: 'Coffee Corner',
  body: '100 % ready ☕ #1',
  startParam: 'order=7041&x=ü',
  sentAt: '2026-03-01T09:30:00.000Z',
};

test('tap: the URL of a tapped notification contains the whole push', () => {
  const { hash } = new URL(tapAddress(push), 'http://localhost');
  expect(readTapAddress(hash)).toEqual(push);
});

test('tap: the URL does not contain the receipt token', () => {
  expect(tapAddress({ ...push, receiptToken: 'secret-of-the-worker' })).not.toContain('secret');
});

test.each(['', '#', '#tap=', '#tap=%', '#tap=null', '#tap=%7B%22appId%22%3A1%7D', '#other'])(
  'tap: the URL fragment %s contains no push',
  (hash) => {
    expect(readTapAddress(hash)).toBeUndefined();
  },
);
