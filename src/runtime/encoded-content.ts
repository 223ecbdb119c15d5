import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

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
export interface SelectedContent {
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
