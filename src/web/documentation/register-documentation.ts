import type { FastifyInstance } from 'fastify';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { navigationBar, type NavigationLink } from '../../html/page-parts.ts';
import { isDocumentationFile, sendDocumentation } from '../../runtime/http/documentation-files.ts';

const day = 24 * 3_600_000;
/** RFC 9116 §2.5.5 recommends less than a year: a reader must not trust a contact that nobody maintains. */
const validDays = 180;

/**
 * Returns `security.txt` (RFC 9116): whom to write to about a vulnerability of this installation.
 *
 * @param contact `mailto:` or https URI
 */
function securityText(contact: string, baseUrl: string, now: Date): string {
  // The day is enough, and lets the text stay the same for a day.
  const expires = new Date(Math.floor(now.getTime() / day) * day + validDays * day).toISOString();
  return [
    `Contact: ${contact}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    `Policy: ${baseUrl}/docs/guides/security.html`,
    '',
  ].join('\n');
}

/** Output folder of `npm run build:docs`. */
const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'docs');

const isText = (name: string): boolean => !/\.(?:png|svg)$/.test(name);

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
      .filter((entry) => entry.isFile() && isDocumentationFile(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(directory.length + 1).replaceAll('\\', '/'), file]),
  );
  if (files.size === 0) app.log.warn('dist/docs is missing: run `npm run prepare` for the documentation');
  const bar = navigationBar(navigation, 'documentation')?.markup ?? '';

  const withBar = (name: string, text: string): string =>
    name.endsWith('.html') ? text.replace('<body>', () => `<body>${bar}`) : text;
  const send = sendDocumentation(async (name) => {
    const file = files.get(name);
    if (file === undefined) return undefined;
    const content = await readFile(file);
    return isText(name) ? withBar(name, ownAddresses(content.toString('utf8'))) : content;
  });
  // Links of the site are relative, so its first page has a trailing slash.
  app.get('/docs', (request, reply) =>
    /\/(\?|$)/.test(request.url) ? send('', request, reply) : reply.redirect('/docs/', 301),
  );
  app.get('/llms.txt', (request, reply) => send('llms.txt', request, reply));
  if (security !== undefined) {
    const { contact, baseUrl, now } = security;
    app.get('/.well-known/security.txt', (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityText(contact, baseUrl, now())),
    );
  }
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    // The router removes the slash at the end, by which the first page of a folder differs from a page of its name.
    const path = request.params['*'].replace(/\/$/, '');
    if (/\/(\?|$)/.test(request.url)) return send(`${path}/`, request, reply);
    const isFolder = files.has(`${path}/index.html`) && !files.has(`${path}.html`);
    return isFolder ? reply.redirect(`/docs/${path}/`, 301) : send(path, request, reply);
  });
}
