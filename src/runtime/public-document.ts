import { createHash } from 'node:crypto';

/** A document that is the same for everybody until the service starts again: discovery, key description, contract. */
export interface PublicDocument<Body extends object> {
  /** Answer with this very object: its JSON is prepared. */
  readonly body: Body;
  /** For 200 and 304 alike (RFC 9110 §15.4.5). */
  readonly headers: { readonly etag: string; readonly 'cache-control': string };
  /** Whether a client's `If-None-Match` names this document, so that 304 says enough (RFC 9110 §13.1.2). */
  readonly matches: (ifNoneMatch: string | undefined) => boolean;
}

const prepared = new WeakMap<object, string | Buffer>();

/** Bytes up to which Node writes an ASCII text in one piece with the headers for less than it writes two pieces. */
const inOnePiece = 16 * 1024;

/** Serialises once what will be answered often. The body must not be changed afterwards. */
export function createPublicDocument<Body extends object>(body: Body): PublicDocument<Body> {
  const text = JSON.stringify(body);
  const bytes = Buffer.from(text);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  prepared.set(body, bytes.length === text.length && bytes.length <= inOnePiece ? text : bytes);
  return {
    body,
    headers: { etag, 'cache-control': 'public, max-age=300' },
    matches: (ifNoneMatch) =>
      ifNoneMatch?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false,
  };
}

/** The JSON of an answer that is a public document, ready to be sent; undefined for every other answer. */
export function preparedJson(answer: unknown): string | Buffer | undefined {
  return typeof answer === 'object' && answer !== null ? prepared.get(answer) : undefined;
}
