const idBytes = 12;
/** Asking for random bytes costs the same however few they are, and every request needs some. */
const idsPerDraw = 256;

/** Makes `req-` and 16 random characters of base64url. */
export function createRequestIdGenerator(randomBytes: (length: number) => Uint8Array): () => string {
  let drawn = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === drawn.length) {
      drawn = Buffer.from(randomBytes(idBytes * idsPerDraw));
      used = 0;
    }
    const id = drawn.toString('base64url', used, used + idBytes);
    used += idBytes;
    return `req-${id}`;
  };
}
