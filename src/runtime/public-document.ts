import { createHash } from 'node:crypto';

/** A document that is the same for all clients until the service restarts: discovery, key set, contract. */
export interface PublicDocument<Body extends object> {
  /** Respond with this object: its JSON is serialized already. */
  readonly body: Body;
  /** Headers of 200 and 304 (RFC 9110 §15.4.5). */
  readonly headers: { readonly etag: string; readonly 'cache-control': string };
  /** Returns whether an `If-None-Match` matches this document, so that the response is 304 (RFC 9110 §13.1.2). */
  readonly matches: (ifNoneMatch: string | undefined) => boolean;
}

const prepared = new WeakMap<object, string | Buffer>();

/** Bytes up to which Node writes ASCII text faster as a string, together with the headers, than as a buffer. */
const maxStringLength = 16 * 1024;

/** Serializes a body once for many responses. The body must not be changed afterwards. */
export function createPublicDocument<Body extends object>(body: Body): PublicDocument<Body> {
  const text = JSON.stringify(body);
  const bytes = Buffer.from(text);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  prepared.set(body, bytes.length === text.length && bytes.length <= maxStringLength ? text : bytes);
  return {
    body,
    headers: { etag, 'cache-control': 'public, max-age=300' },
    matches: (ifNoneMatch) =>
      ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false,
  };
}

/** Returns the serialized JSON of the body of a public document; undefined for other bodies. */
export function preparedJson(body: unknown): string | Buffer | undefined {
  return typeof body === 'object' && body !== null ? prepared.get(body) : undefined;
}
