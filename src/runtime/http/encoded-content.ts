import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createHash } from 'node:crypto';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply } from 'fastify';
import compress from '@fastify/compress';

/** Bytes below which compression saves no packet. */
const minBytes = 1024;

/** Brotli's level 9 takes 50 ms for the largest reference, level 11 a second, for 4 % less. */
const compressors = {
  br: (content: Buffer) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};
type Coding = keyof typeof compressors;

/** In order of preference. */
const codings: readonly Coding[] = ['br', 'gzip'];

/** Content in the coding that a client accepts, and the headers that say so. */
interface SelectedContent {
  readonly content: string | Buffer;
  readonly headers: { readonly vary?: 'accept-encoding'; readonly 'content-encoding'?: Coding };
}

/** Public content that is the same for all clients. */
export interface EncodedContent {
  /**
   * Selects a content coding (RFC 9110 §12.5.3). A coding is computed when the first client accepts it.
   *
   * @param acceptEncoding the `Accept-Encoding` header
   */
  readonly select: (acceptEncoding: string | undefined) => SelectedContent | Promise<SelectedContent>;
}

/** Prepares content for many responses. Small content is never encoded. */
export function createEncodedContent(content: string | Buffer): EncodedContent {
  if (Buffer.byteLength(content) < minBytes) {
    const small = { content, headers: {} };
    return { select: () => small };
  }
  const identity: SelectedContent = { content, headers: { vary: 'accept-encoding' } };
  const encoded = new Map<Coding, Promise<SelectedContent>>();
  const encode = async (coding: Coding): Promise<SelectedContent> => ({
    content: await compressors[coding](Buffer.from(content)),
    headers: { vary: 'accept-encoding', 'content-encoding': coding },
  });
  return {
    select: (acceptEncoding) => {
      if (acceptEncoding === undefined) return identity;
      const accepted = negotiate(acceptEncoding, [...codings]);
      const coding = codings.find((name) => name === accepted);
      if (coding === undefined) return identity;
      const selected = encoded.get(coding) ?? encode(coding);
      encoded.set(coding, selected);
      return selected;
    },
  };
}

/** Sends content in the coding that the client accepts. Adds to `Vary`, which CORS has set already. */
export async function sendEncoded(reply: FastifyReply, encoded: EncodedContent): Promise<FastifyReply> {
  const { content, headers } = await encoded.select(reply.request.headers['accept-encoding']);
  const vary = reply.getHeader('vary');
  const both = typeof vary === 'string' && headers.vary !== undefined ? { vary: `${vary}, ${headers.vary}` } : {};
  return reply.headers({ ...headers, ...both }).send(content);
}

/** A document that is the same for all clients until the service restarts: discovery, key set, contract. */
export interface PublicDocument<Body extends object> {
  /** Its JSON is serialized already. */
  readonly body: Body;
  /** Returns the response of a handler: 304 when `If-None-Match` names the current version (RFC 9110 §13.1.2). */
  readonly response: (request: {
    readonly 'if-none-match'?: string | undefined;
  }) => DocumentResponse<200, Body> | DocumentResponse<304, undefined>;
}

/** 200 and 304 have the same headers (RFC 9110 §15.4.5). */
interface DocumentResponse<Status, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: { readonly etag: string; readonly 'cache-control': string };
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
  const headers = { etag, 'cache-control': 'public, max-age=300' };
  const current = { status: 200, body, headers } as const;
  const notModified = { status: 304, body: undefined, headers } as const;
  return {
    body,
    response: ({ 'if-none-match': ifNoneMatch }) => (matchesEntityTag(etag, ifNoneMatch) ? notModified : current),
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

/**
 * Compresses responses of a scope that are made for each request: pages and feeds. Content that is the same for all
 * clients is compressed once, by `encoded-content.ts`. Responses of the scope must carry no secret beside text that
 * others control (BREACH), so it is for public pages only.
 */
export async function compressPages(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
}
