import { expect, test } from 'vitest';
import { bucketOf, bucketOfId, bucketOfSecret, secretInBucket, withBucket } from './bucket.ts';

const secret = 'NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM';

test.each([0, 1, 0x0ff, 0xf00, 4095])('buckets: a secret carries bucket %i in its first 12 bits', (bucket) => {
  const carrying = secretInBucket(secret, bucket);
  expect([bucketOfSecret(carrying), carrying.slice(2), carrying.length]).toEqual([bucket, secret.slice(2), 43]);
});

test('buckets: that of a secret is its first 12 bits, and a secret in its own bucket stays', () => {
  // N is 13, Z is 25.
  expect(bucketOfSecret(secret)).toBe(13 * 64 + 25);
  expect(secretInBucket(secret, bucketOfSecret(secret))).toBe(secret);
});

test.each(['', '-', 'é', '\0\0', '🙂🙂🙂'])('buckets: another text has some bucket: %j', (text) => {
  const bucket = bucketOfSecret(text);
  expect([Number.isInteger(bucket), bucket >= 0, bucket < 4096]).toEqual([true, true, true]);
});

test('buckets: an id and a secret carry the bucket of a text', () => {
  const bucket = bucketOf('wTz7wTm0S_mOIzrMQKDS39SgDXpAD2d3gJBbh8oZB1o');
  expect(bucketOfId(withBucket('019ca8b2-05a8-7e02-a1c4-93d7e0b15f20', bucket))).toBe(bucket);
  expect(bucketOfSecret(secretInBucket(secret, bucket))).toBe(bucket);
});
