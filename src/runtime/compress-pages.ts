import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';

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
