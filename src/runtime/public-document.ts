import { createHash } from 'node:crypto';
import { createEncodedContent, type EncodedContent } from './encoded-content.ts';

/** A document that is the same for all clients until the service restarts: discovery, key set, contract. */
export interface PublicDocument<Body extends object> {
  /** Respond with this object: its JSON is serialized already. */
  readonly body: Body;
  /** Headers of 200 and 304 (RFC 9110 §15.4.5). */
  readonly headers: { readonly etag: string; readonly 'cache-control': string };
  /** Returns whether an `If-None-Match` matches this document, so that the response is 304 (RFC 9110 §13.1.2). */
  readonly matches: (ifNoneMatch: string | undefined) => boolean;
}

const prepared = new WeakMap<object, EncodedContent>();

/** Bytes up to which Node writes ASCII text faster as a string, together with the headers, than as a buffer. */
const maxStringLength = 16 * 1024;

/** Serializes a body once for many responses. The body must not be changed afterwards. */
export function createPublicDocument<Body extends object>(body: Body): PublicDocument<Body> {
  const text = JSON.stringify(body);
  const bytes = Buffer.from(text);
  const etag = entityTag(bytes);
  const short = bytes.length === text.length && bytes.length <= maxStringLength;
  prepared.set(body, createEncodedContent(short ? text : bytes));
  return {
    body,
    headers: { etag, 'cache-control': 'public, max-age=300' },
    matches: (ifNoneMatch) => matchesEntityTag(etag, ifNoneMatch),
  };
}

/** Returns the entity tag of content: weak, because all content codings of it share the tag (RFC 9110 §8.8.1). */
export const entityTag = (content: Buffer): string =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Compares weakly (RFC 9110 §8.8.3.2). */
export const matchesEntityTag = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch?.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag)) ?? false;

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Returns the serialized JSON of the body of a public document; undefined for other bodies. */
export function preparedJson(body: unknown): EncodedContent | undefined {
  return typeof body === 'object' && body !== null ? prepared.get(body) : undefined;
}
