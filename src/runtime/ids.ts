import { v7 } from 'uuid';

/** Makes identifiers that sort by the time they were made (RFC 9562 §5.7), from an injected clock and randomness. */
export function createIdGenerator(now: () => number, randomBytes: (length: number) => Uint8Array): () => string {
  return () => v7({ msecs: now(), random: randomBytes(16) });
}

/** An identifier as it is written in every answer: a UUID in lower case (RFC 9562 §4). */
export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
