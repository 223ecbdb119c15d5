import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ReferenceFile } from '../api-reference/reference-files.ts';
import type { SampleOptions } from '../api-reference/sample-input.ts';
import type { Contract } from './contract.ts';

/** What is asked for below `/docs/`. */
const names = ['reference.css', 'reference.svg', 'reference.js', 'openapi.json'];

/**
 * `GET /docs`: the contract as a page, the same as in the static documentation. Everything it loads is served from
 * here; no other host is asked. It is written, and what writes it is loaded, when somebody looks at it for the first time.
 */
export function serveReference(app: FastifyInstance, contract: Contract, options: SampleOptions): void {
  let written: Promise<ReadonlyMap<string, ServedFile>> | undefined;
  const write = async () => {
    const { referenceFiles } = await import('../api-reference/reference-files.ts');
    return new Map((await referenceFiles(contract, options)).map((file) => [file.name, served(file)]));
  };

  const serve = (path: string, name: string) =>
    app.get(path, async (request, reply) => {
      const file = (await (written ??= write())).get(name);
      if (file === undefined) return reply.callNotFound();
      // The headers of a 304 replace those that the browser kept (RFC 9111 §4.3.4), the policy among them.
      reply.headers(file.headers);
      if (request.headers['if-none-match'] === file.headers.etag) return reply.code(304).send();
      return reply.type(file.type).send(file.bytes);
    });
  serve('/docs', 'index.html');
  // The page's addresses are relative, so it has one place.
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
