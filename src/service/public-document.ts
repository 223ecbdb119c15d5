import { createHash } from 'node:crypto';

/** A document that is the same for everybody until the service starts again: discovery, key description, contract. */
export interface PublicDocument<Body extends object> {
  /** Answer with this very object: its bytes are prepared. */
  readonly body: Body;
  /** For 200 and 304 alike (RFC 9110 §15.4.5). */
  readonly headers: { readonly etag: string; readonly 'cache-control': string };
  /** Whether a client's `If-None-Match` names this document, so that 304 says enough (RFC 9110 §13.1.2). */
  readonly isKnown: (ifNoneMatch: string | undefined) => boolean;
}

const prepared = new WeakMap<object, Buffer>();

/** Serialises once what will be answered often. The body must not be changed afterwards. */
export function publicDocument<Body extends object>(body: Body): PublicDocument<Body> {
  const bytes = Buffer.from(JSON.stringify(body));
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  prepared.set(body, bytes);
  return {
    body,
    headers: { etag, 'cache-control': 'public, max-age=300' },
    isKnown: (ifNoneMatch) =>
      ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false,
  };
}

/** The JSON of an answer that is a public document; undefined for every other answer. */
export function preparedBytes(answer: unknown): Buffer | undefined {
  return typeof answer === 'object' && answer !== null ? prepared.get(answer) : undefined;
}
