import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { navigationBar, type NavigationLink } from '../../html/navigation-bar.ts';
import {
  createEncodedContent,
  type EncodedContent,
  entityTag,
  matchesEntityTag,
  sendEncoded,
} from '../../runtime/http/encoded-content.ts';
import { securityText } from './security-text.ts';

/** Output folder of `npm run build:docs`. */
const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'docs');

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

const isText = (name: string): boolean => !/\.(?:png|svg)$/.test(name);

interface Page {
  readonly etag: string;
  readonly encoded: EncodedContent;
}

/**
 * Serves the documentation site at `/docs/`, with the platform's navigation bar above every page, and its addresses in the
 * texts; for programs `/llms.txt`, which lists its markdown pages, and `/.well-known/security.txt`.
 *
 * @param directory output of `npm run build:docs`
 */
export async function registerDocumentation(
  app: FastifyInstance,
  {
    navigation,
    ownAddresses = (text) => text,
    security,
  }: {
    /** Links of the bar. */
    readonly navigation: readonly NavigationLink[];
    /** Replaces the addresses that the documentation was built with by those of this platform. */
    readonly ownAddresses?: ((text: string) => string) | undefined;
    /** Where vulnerabilities of this installation are reported; without it there is no `security.txt`. */
    readonly security?: { readonly contact: string; readonly baseUrl: string; readonly now: () => Date } | undefined;
  },
  directory = built,
): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map(
    entries
      .filter((entry) => entry.isFile() && types[extname(entry.name)] !== undefined)
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(directory.length + 1).replaceAll('\\', '/'), file]),
  );
  if (files.size === 0) app.log.warn('dist/docs is missing: run `npm run prepare` for the documentation');
  const bar = navigationBar(navigation, 'documentation')?.markup ?? '';

  const withBar = (name: string, text: string): string =>
    name.endsWith('.html') ? text.replace('<body>', () => `<body>${bar}`) : text;
  const loaded = new Map<string, Promise<Page>>();
  const load = async (name: string, file: string): Promise<Page> => {
    const read = await readFile(file);
    const content = isText(name) ? Buffer.from(withBar(name, ownAddresses(read.toString('utf8')))) : read;
    return { etag: entityTag(content), encoded: createEncodedContent(content) };
  };

  const send = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(name);
    if (file === undefined) return reply.callNotFound();
    const loading = loaded.get(name) ?? load(name, file);
    loaded.set(name, loading);
    // A failed read is not kept: the next request tries again.
    loading.catch(() => loaded.delete(name));
    const { etag, encoded } = await loading;
    reply.headers({ etag, 'cache-control': 'public, max-age=300' });
    if (matchesEntityTag(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return sendEncoded(reply.type(types[extname(name)] ?? 'application/octet-stream'), encoded);
  };
  // Links of the site are relative, so its first page has a trailing slash.
  app.get('/docs', (request, reply) =>
    /\/(\?|$)/.test(request.url) ? send('index.html', request, reply) : reply.redirect('/docs/', 301),
  );
  app.get('/llms.txt', (request, reply) => send('llms.txt', request, reply));
  if (security !== undefined) {
    const { contact, baseUrl, now } = security;
    app.get('/.well-known/security.txt', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityText(contact, baseUrl, now())),
    );
  }
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => send(request.params['*'], request, reply));
}
