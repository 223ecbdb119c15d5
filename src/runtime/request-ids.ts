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
