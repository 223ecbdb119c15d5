import { v7 } from 'uuid';

/** Creates a generator of identifiers that sort by their time (UUIDv7, RFC 9562 §5.7). @param now milliseconds since 1970 */
export function createIdGenerator(now: () => number, randomBytes: (length: number) => Uint8Array): () => string {
  return () => v7({ msecs: now(), random: randomBytes(16) });
}

/** A UUID in lowercase (RFC 9562 §4), the form of identifiers in every response. */
export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
