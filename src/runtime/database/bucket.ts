import { sha256 } from '#sha256';
import { utf8 } from '../../protocol/bytes.ts';

/**
 * Buckets are the distribution column of rows: 12 bits, which every identifier and secret that leads to such a row carries, so
 * that a look-up by it alone asks one node. One with other bits finds nothing.
 */
const hexDigits = 3;
const buckets = 16 ** hexDigits;

/** Returns the bucket of a person's `sub`, or of a code challenge. */
export function bucketOf(text: string): number {
  const [first = 0, second = 0] = sha256(utf8(text));
  return (first * 256 + second) % buckets;
}

const toHex = (bucket: number): string => bucket.toString(16).padStart(hexDigits, '0');

/** Where the first random bits of a UUIDv7 are, `rand_a` (RFC 9562 §5.7). */
const randA = 15;

/** Returns a UUIDv7 that carries a bucket. */
export const withBucket = (id: string, bucket: number): string =>
  id.slice(0, randA) + toHex(bucket) + id.slice(randA + hexDigits);

/** Returns the bucket that the UUID of a row carries, or 0 for another text: it identifies no row. */
export const bucketOfId = (id: string): number => Number.parseInt(id.slice(randA, randA + hexDigits), 16) || 0;

/** Returns the buckets of several rows, each once. */
export const bucketsOfIds = (ids: readonly string[]): readonly number[] => [...new Set(ids.map(bucketOfId))];

/** Returns 16 random bytes whose first 12 bits are a bucket: the first three digits of a UUIDv4. */
export function bucketBytes(random: Uint8Array, bucket: number): Uint8Array {
  const bytes = Uint8Array.from(random);
  const [, second = 0] = bytes;
  bytes.set([bucket >> 4, ((bucket & 0x0f) << 4) | (second & 0x0f)]);
  return bytes;
}

/** Returns the bucket in the first three digits of a UUIDv4, or 0 for another text: it identifies no row. */
export const bucketOfDigits = (uuid: string): number =>
  /^[0-9a-f]{3}/.test(uuid) ? Number.parseInt(uuid.slice(0, hexDigits), 16) : 0;

/** Characters of base64url that hold a bucket, 6 bits each. */
const characters = 2;

/** Returns a secret in base64url that carries a bucket in its first 12 bits. */
export const secretInBucket = (secret: string, bucket: number): string =>
  Buffer.from(bucketBytes(new Uint8Array(2), bucket))
    .toString('base64url')
    .slice(0, characters) + secret.slice(characters);

/** Returns the bucket that a secret in base64url carries; some bucket for another text: it identifies no row. */
export function bucketOfSecret(secret: string): number {
  // Four characters are three bytes.
  const [first = 0, second = 0] = Buffer.from(secret.slice(0, 4), 'base64url');
  return (first << 4) | (second >> 4);
}
