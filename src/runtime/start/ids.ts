import { v7 } from 'uuid';

/** Creates a generator of identifiers that sort by their time (UUIDv7, RFC 9562 §5.7). @param now milliseconds since 1970 */
export function createIdGenerator(now: () => number, randomBytes: (length: number) => Uint8Array): () => string {
  return () => v7({ msecs: now(), random: randomBytes(16) });
}

/** A UUID in lowercase (RFC 9562 §4), the form of identifiers in every response. */
export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const idBytes = 12;
/** Identifiers per call of `randomBytes`, whose cost hardly depends on the length. */
const idsPerBuffer = 256;

/** Creates a generator of request ids: `req-` and 16 random base64url characters. */
export function createRequestIdGenerator(randomBytes: (length: number) => Uint8Array): () => string {
  let buffer = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === buffer.length) {
      buffer = Buffer.from(randomBytes(idBytes * idsPerBuffer));
      used = 0;
    }
    const id = buffer.toString('base64url', used, used + idBytes);
    used += idBytes;
    return `req-${id}`;
  };
}
