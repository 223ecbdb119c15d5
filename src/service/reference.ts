import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Asset, readAssets } from '../reference/assets.ts';
import { withCodeSamples } from '../reference/code-samples.ts';
import { pagePolicy } from '../reference/frame.ts';
import { objectOf } from '../reference/json-value.ts';
import { readContract } from '../reference/read-contract.ts';
import { referencePage } from '../reference/reference-page.ts';
import type { Contract } from './contract.ts';

export interface ReferenceOptions {
  /** The area's one word. */
  readonly area: string;
  /** Where the samples of the page send to. */
  readonly baseUrl: string;
}

/** What is asked for below `/docs/`. */
const names = ['reference.css', 'reference.svg', 'reference.js', 'openapi.json'];

/**
 * `GET /docs`: the contract as a page, the same as in the static documentation. Everything it loads is served from
 * here; no other host is asked. It is written when somebody looks at it for the first time.
 */
export async function serveReference(
  app: FastifyInstance,
  contract: Contract,
  options: ReferenceOptions,
): Promise<void> {
  let written: Promise<ReadonlyMap<string, ServedFile>> | undefined;
  const files = () => (written ??= write(contract, options));

  const serve = (path: string, name: string) =>
    app.get(path, async (request, reply) => {
      const file = (await files()).get(name);
      if (file === undefined) return reply.callNotFound();
      reply.headers({ ...file.headers, 'cache-control': 'public, max-age=300' });
      // The headers of a 304 replace those that the browser kept (RFC 9111 §4.3.4), the policy among them.
      if (request.headers['if-none-match'] === file.headers.etag) return reply.code(304).send();
      return reply.type(file.type).send(file.bytes);
    });
  serve('/docs', 'index.html');
  // The page's addresses are relative, so it has one place.
  app.get('/docs/', (_request, reply) => reply.redirect('../docs', 301));
  for (const name of names) serve(`/docs/${name}`, name);
}

const pageHeaders = { 'content-security-policy': `${pagePolicy}; frame-ancestors 'none'` };

interface ServedFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly headers: { readonly etag: string };
}

async function write(contract: Contract, options: ReferenceOptions): Promise<ReadonlyMap<string, ServedFile>> {
  const document = objectOf(contract);
  const assets = await readAssets();
  const reading = readContract(document);
  const markup = referencePage(reading, {
    ...options,
    home: { href: 'docs', text: reading.title },
    links: [],
    contractHref: 'docs/openapi.json',
    assets: {
      style: 'docs/reference.css',
      icon: 'docs/reference.svg',
      script: assets.some(({ name }) => name === 'reference.js') ? 'docs/reference.js' : undefined,
    },
  });
  const contractFile = JSON.stringify(withCodeSamples(document, options));
  const files: readonly Asset[] = [
    ...assets,
    { name: 'index.html', type: 'text/html; charset=utf-8', content: markup },
    { name: 'openapi.json', type: 'application/json; charset=utf-8', content: contractFile },
  ];
  return new Map(files.map(({ name, type, content }) => [name, served(type, content)]));
}

function served(type: string, content: string): ServedFile {
  const bytes = Buffer.from(content);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { type, bytes, headers: type.startsWith('text/html') ? { etag, ...pageHeaders } : { etag } };
}
