import { extname, posix } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { servedPath, withServedLinks } from '../../api-reference/documentation-page.ts';
import {
  createEncodedContent,
  type EncodedContent,
  entityTag,
  matchesEntityTag,
  sendEncoded,
} from './encoded-content.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Whether documentation has files of this kind. */
export const isDocumentationFile = (name: string): boolean => types[extname(name)] !== undefined;

/** Reads a file of the documentation; undefined for a missing one. */
type ReadFile = (name: string) => Promise<string | Buffer | undefined>;

interface LoadedFile {
  readonly etag: string;
  readonly encoded: EncodedContent;
}

/**
 * Returns a function that sends a file of the documentation. A page has an address without ending: `sso/authorize` is the
 * file `sso/authorize.html`, and `guides/` is `guides/index.html`. An address with the ending redirects there.
 *
 * @param policy Content-Security-Policy of pages
 */
export function sendDocumentation(
  read: ReadFile,
  policy?: string,
): (name: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const loaded = new Map<string, Promise<LoadedFile | undefined>>();
  const load = async (name: string): Promise<LoadedFile | undefined> => {
    const file = await read(name);
    if (file === undefined) return undefined;
    const content = Buffer.from(name.endsWith('.html') ? withServedLinks(file.toString()) : file);
    return { etag: entityTag(content), encoded: createEncodedContent(content) };
  };
  /** A missing or failed file is not kept: the next request tries again. */
  const get = async (name: string) => {
    const loading = loaded.get(name) ?? load(name);
    loaded.set(name, loading);
    const file = await loading.catch((error: unknown) => {
      loaded.delete(name);
      throw error;
    });
    if (file === undefined) loaded.delete(name);
    return file;
  };

  return async (name, request, reply) => {
    const [, query = ''] = /(\?.*)?$/.exec(request.url) ?? [];
    const page = `${name === '' || name.endsWith('/') ? `${name}index` : name}.html`;
    if (name.endsWith('.html') && (await get(name)) !== undefined)
      return reply.redirect(`${servedPath(posix.basename(name, '.html'))}${query}`, 301);
    const shown = (await get(page)) === undefined ? name : page;
    const file = await get(shown);
    if (file === undefined) {
      reply.callNotFound();
      return reply;
    }
    // A browser replaces its stored headers by those of a 304 (RFC 9111 §4.3.4), the policy included.
    reply.headers({ etag: file.etag, 'cache-control': 'public, max-age=300' });
    if (policy !== undefined && shown === page) reply.header('content-security-policy', policy);
    if (matchesEntityTag(file.etag, request.headers['if-none-match'])) return reply.code(304).send();
    return sendEncoded(reply.type(types[extname(shown)] ?? 'application/octet-stream'), file.encoded);
  };
}
