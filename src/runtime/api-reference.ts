import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ReferenceFile } from '../api-reference/reference-files.ts';
import type { SampleOptions } from '../api-reference/sample-input.ts';
import type { Contract } from './contract.ts';

/** Files below `/docs/`. */
const names = ['reference.css', 'reference.svg', 'reference.js', 'openapi.json'];

/**
 * Serves the contract as a page at `GET /docs`, the same as in the static documentation. The page loads nothing from
 * other hosts. The first request renders it and loads the modules for that.
 */
export function serveReference(app: FastifyInstance, contract: Contract, options: SampleOptions): void {
  let rendered: Promise<ReadonlyMap<string, ServedFile>> | undefined;
  const render = async () => {
    const { referenceFiles } = await import('../api-reference/reference-files.ts');
    return new Map((await referenceFiles(contract, options)).map((file) => [file.name, served(file)]));
  };

  const serve = (path: string, name: string) =>
    app.get(path, async (request, reply) => {
      const file = (await (rendered ??= render())).get(name);
      if (file === undefined) return reply.callNotFound();
      // A browser replaces its stored headers by those of a 304 (RFC 9111 §4.3.4), the policy included.
      reply.headers(file.headers);
      if (request.headers['if-none-match'] === file.headers.etag) return reply.code(304).send();
      return reply.type(file.type).send(file.bytes);
    });
  serve('/docs', 'index.html');
  // The page's URLs are relative, so that it has one path.
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 301));
  for (const name of names) serve(`/docs/${name}`, name);
}

interface ServedFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers: { readonly etag: string; readonly 'cache-control': string };
}

function served({ type, content, policy }: ReferenceFile): ServedFile {
  const bytes = Buffer.from(content);
  return {
    type,
    bytes,
    headers: {
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      'cache-control': 'public, max-age=300',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    },
  };
}
