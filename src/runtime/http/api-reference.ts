import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ReferenceFile, ServedReferenceOptions } from '../../api-reference/reference-files.ts';
import type { Contract } from '../contract/contract.ts';
import {
  createEncodedContent,
  type EncodedContent,
  entityTag,
  matchesEntityTag,
  sendEncoded,
} from './encoded-content.ts';

/** Files below `/docs/`. */
const names = ['reference.css', 'reference.svg', 'reference.js', 'openapi.json'];

/**
 * Serves the contract as a page at `GET /docs`, the same as in the static documentation. The page loads nothing from
 * other hosts. The first request renders it and loads the modules for that. A service without a page at its root gets
 * one for browsers; programs receive the contract's 404 there.
 */
export function serveReference(app: FastifyInstance, contract: Contract, options: ServedReferenceOptions): void {
  let rendered: Promise<ReadonlyMap<string, ServedFile>> | undefined;
  const render = async () => {
    const { referenceFiles } = await import('../../api-reference/reference-files.ts');
    return new Map((await referenceFiles(contract, options)).map((file) => [file.name, served(file)]));
  };

  const send = async (name: string, reply: FastifyReply) => {
    const file = (await (rendered ??= render())).get(name);
    if (file === undefined) return reply.callNotFound();
    // A browser replaces its stored headers by those of a 304 (RFC 9111 §4.3.4), the policy included.
    reply.headers(file.headers);
    if (matchesEntityTag(file.headers.etag, reply.request.headers['if-none-match'])) return reply.code(304).send();
    return sendEncoded(reply.type(file.type), file.encoded);
  };
  const serve = (path: string, name: string) => app.get(path, (_request, reply) => send(name, reply));
  if (!app.hasRoute({ method: 'GET', url: '/' })) {
    app.get('/', (request, reply) =>
      request.headers.accept?.includes('text/html') ? send('root.html', reply) : reply.callNotFound(),
    );
  }
  serve('/docs', 'index.html');
  // The page's URLs are relative, so that it has one path.
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 301));
  for (const name of names) serve(`/docs/${name}`, name);
}

interface ServedFile {
  readonly type: string;
  readonly encoded: EncodedContent;
  readonly headers: { readonly etag: string; readonly 'cache-control': string };
}

function served({ type, content, policy }: ReferenceFile): ServedFile {
  const bytes = Buffer.from(content);
  return {
    type,
    encoded: createEncodedContent(bytes),
    headers: {
      etag: entityTag(bytes),
      'cache-control': 'public, max-age=300',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    },
  };
}
