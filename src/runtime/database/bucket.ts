import { sha256 } from '#sha256';
import { utf8 } from '../../protocol/bytes.ts';

/**
 * Buckets are the distribution column of rows that belong to a person: 12 bits, which every identifier of such a row carries,
 * so that a look-up by the identifier alone asks one node. An identifier with other bits finds nothing.
 */
const hexDigits = 3;
const buckets = 16 ** hexDigits;

/** Returns the bucket of a person. */
export function bucketOf(sub: string): number {
  const [first = 0, second = 0] = sha256(utf8(sub));
  return (first * 256 + second) % buckets;
}

const toHex = (bucket: number): string => bucket.toString(16).padStart(hexDigits, '0');

/** Where the first random bits of a UUIDv7 are, `rand_a` (RFC 9562 §5.7). */
const randA = 15;

/** Returns a UUIDv7 that carries a bucket. */
export const withBucket = (id: string, bucket: number): string =>
  id.slice(0, randA) + toHex(bucket) + id.slice(randA + hexDigits);

/** Returns the bucket that the UUID of a row carries. */
export const bucketOfId = (id: string): number => Number.parseInt(id.slice(randA, randA + hexDigits), 16);

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
