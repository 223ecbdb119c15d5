import { v7 } from 'uuid';

/** Makes identifiers that sort by the time they were made (RFC 9562 §5.7), from an injected clock and randomness. */
export function createIds(now: () => number, randomBytes: (length: number) => Uint8Array): () => string {
  return () => v7({ msecs: now(), random: randomBytes(16) });
}
