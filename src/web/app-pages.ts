import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEncodedContent, sendEncoded } from '../runtime/http/encoded-content.ts';
import { defaultLanguage, type Language } from './language/language.ts';
import { pageTexts, translatedNavigation } from './page-texts.ts';
import { isJsonObject } from '../protocol/json-object.ts';
import { html, type Html } from '../html/html.ts';
import { navigationBarStyle, skipLink, type NavigationLink } from '../html/page-parts.ts';
import { type PageConfig } from './ui/page-config.ts';
import { knownBrowserCookie } from './ui/known-browser.ts';

const output = join(import.meta.dirname, '..', '..', 'dist', 'web');
const built = join(output, 'app');

/** The document that loads a bundled application of the web service. */
interface AppDocument {
  readonly title: string;
  /** Default: English. */
  readonly language?: Language;
  /** Its own link in the bar above the page. */
  readonly page?: NavigationLink['page'];
  /** Entry modules by source path, loaded in this order. */
  readonly entries: readonly string[];
  /** Configuration of the page, read by `ui/page-config.ts`. */
  readonly config: object;
  readonly policy: PagePolicy;
  /** Shown until the application has loaded. */
  readonly firstPaint?: FirstPaint;
}

/** The variable part of a page's Content-Security-Policy. Scripts and styles always come from the page's origin. */
interface PagePolicy {
  readonly connect?: readonly string[];
  readonly images?: readonly string[];
  /** Allows pages of the same origin to frame this one. */
  readonly framed?: 'by-self';
  /** Allows frames of the same origin and a service worker. */
  readonly hosts?: 'mini-apps';
}

export interface AppPages {
  readonly send: (reply: FastifyReply, document: AppDocument) => FastifyReply;
}

/**
 * Serves the bundles that `npm run prepare` built.
 *
 * @param navigation links of the bar above every page
 * @returns a function that sends a page which loads them
 */
export async function serveAppPages(app: FastifyInstance, navigation: readonly NavigationLink[]): Promise<AppPages> {
  const manifest = await readManifest();
  const icon = await readFile(join(import.meta.dirname, 'ui', 'icon.svg'), 'utf8');
  app.get('/icon.svg', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
  );
  const style = createEncodedContent(navigationBarStyle);
  app.get('/navigation.css', (_request, reply) =>
    sendEncoded(
      withoutPolicy(reply).type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300'),
      style,
    ),
  );
  const bootFailure = createEncodedContent(await readFile(join(output, 'boot-failure.js'), 'utf8').catch(() => ''));
  app.get('/boot-failure.js', (_request, reply) =>
    sendEncoded(
      withoutPolicy(reply)
        .type('text/javascript; charset=utf-8')
        // Sandboxed frames load it, too.
        .headers({ 'cache-control': 'public, max-age=300', ...crossOrigin }),
      bootFailure,
    ),
  );
  if (manifest === undefined) app.log.warn('dist/web/app is missing: run `npm run prepare` for portal and host');
  else {
    await app.register(fastifyStatic, {
      root: join(built, 'assets'),
      prefix: '/app/assets/',
      index: false,
      immutable: true,
      preCompressed: true,
      maxAge: '365d',
      // A sandboxed frame has an opaque origin, so these files are cross-origin to it.
      setHeaders: (reply) => {
        withoutPolicy(reply).headers({ 'access-control-allow-origin': '*', ...crossOrigin });
      },
    });
  }
  return {
    send: (reply, document) =>
      // A sandboxed frame cannot have an agent cluster of its own, and the browser would warn.
      (document.policy.framed === undefined ? reply : reply.removeHeader('origin-agent-cluster'))
        .header('cache-control', 'no-store')
        .header('content-security-policy', policyOf(document.policy))
        // The provider signs in silently only where it sees that the navigation began on a page of the platform.
        .header('referrer-policy', document.policy.framed === undefined ? 'strict-origin' : 'no-referrer')
        .type('text/html; charset=utf-8')
        .send(markupOf(document, manifest, navigation, visitorOf(reply))),
  };
}

/** What is known of the visitor before a script runs. */
interface Visitor {
  /** The theme that the person chose (`ui/top-menu.tsx`). */
  readonly theme: string | undefined;
  /** Whether no one signed in on this browser, nor is about to with the response in the address. */
  readonly signedOut: boolean;
}

function visitorOf({ request }: FastifyReply): Visitor {
  const chosen = request.cookies?.['theme'];
  return {
    theme: chosen === 'light' || chosen === 'dark' ? chosen : undefined,
    signedOut:
      request.cookies?.[knownBrowserCookie] === undefined && request.routeOptions.url?.endsWith('/callback') !== true,
  };
}

/** A policy rules documents only; every other response is smaller without it. */
const withoutPolicy = (reply: FastifyReply): FastifyReply => reply.removeHeader('content-security-policy');

const crossOrigin = { 'cross-origin-resource-policy': 'cross-origin' } as const;

function policyOf({ connect = [], images = [], framed, hosts }: PagePolicy): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${["'self'", ...images].join(' ')}`,
    `connect-src ${["'self'", ...connect].join(' ')}`,
    ...(hosts === undefined ? [] : ["frame-src 'self'", "worker-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framed === undefined ? "'none'" : "'self'"}`,
  ].join('; ');
}

/** The first paint waits for it: a browser that paints while it parses shows parts without their text, then moves them. */
const lastElement = 'without-scripts';

function markupOf(
  { title, language = defaultLanguage, entries, config, page, policy, firstPaint: shown }: AppDocument,
  manifest: Manifest | undefined,
  navigation: readonly NavigationLink[],
  { theme, signedOut }: Visitor,
): string {
  const chunks = entries.flatMap((entry) => manifest?.get(entry) ?? []);
  const styles = new Set(entries.flatMap((entry) => stylesOf(entry, manifest)));
  // Without this the browser learns of them from the entry module, one round trip later.
  const imported = new Set(entries.flatMap((entry) => importsOf(entry, manifest)));
  const texts = pageTexts[language];
  // A frame shows no bar, and its opaque origin may not load the bar's style.
  const bar =
    policy.framed === undefined
      ? html`${skipLink(texts.text('skipToContent'))}${translatedNavigation(language, navigation, page)}`
      : undefined;
  return html`<!doctype html>
    <html lang="${language}" ${theme !== undefined && html`data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="expect" href="#${lastElement}" blocking="render" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        ${bar !== undefined && html`<link rel="stylesheet" href="/navigation.css" />`}
        ${[...styles].map((file) => html`<link rel="stylesheet" href="/app/${file}" crossorigin />`)}
        <script defer src="/boot-failure.js"></script>
        ${[...imported].map((file) => html`<link rel="modulepreload" href="/app/${file}" crossorigin />`)}
        ${chunks.map(({ file }) => html`<script type="module" src="/app/${file}" crossorigin></script>`)}
      </head>
      <body>
        ${bar}
        <div id="app" data-config="${JSON.stringify(config)}">
          ${shown !== undefined && chunks.length > 0 && firstPaint(shown, signedOut)}
          ${chunks.length === 0 && html`<p role="alert">This page is not built. Run <code>npm run prepare</code>, then restart the platform.</p>`}
        </div>
        <noscript id="${lastElement}"><p>This page needs JavaScript.</p></noscript>
      </body>
    </html>`.markup;
}

interface Chunk {
  readonly file: string;
  readonly css: readonly string[];
  readonly imports: readonly string[];
}

type Manifest = ReadonlyMap<string, Chunk>;

function stylesOf(entry: string, manifest: Manifest | undefined, seen = new Set<string>()): readonly string[] {
  const chunk = manifest?.get(entry);
  if (chunk === undefined || seen.has(entry)) return [];
  seen.add(entry);
  return [...chunk.imports.flatMap((imported) => stylesOf(imported, manifest, seen)), ...chunk.css];
}

/** Returns the files that a module imports, directly and indirectly. */
function importsOf(entry: string, manifest: Manifest | undefined, seen = new Set<string>()): readonly string[] {
  const imports = manifest?.get(entry)?.imports.filter((name) => !seen.has(name)) ?? [];
  for (const name of imports) seen.add(name);
  return imports.flatMap((name) => [manifest?.get(name)?.file ?? [], ...importsOf(name, manifest, seen)].flat());
}

async function readManifest(): Promise<Manifest | undefined> {
  const text = await readFile(join(built, 'manifest.json'), 'utf8').catch(() => undefined);
  const entries: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isJsonObject(entries)) return undefined;
  const chunks = Object.entries(entries).flatMap(([name, chunk]): [string, Chunk][] => {
    if (!isJsonObject(chunk) || typeof chunk['file'] !== 'string') return [];
    return [[name, { file: chunk['file'], css: stringsOf(chunk['css']), imports: stringsOf(chunk['imports']) }]];
  });
  return new Map(chunks);
}

const stringsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** Registers the operator console at `/admin`. The page is public; its operations need an owner who was granted it. */
export function registerConsole(
  app: FastifyInstance,
  {
    pages,
    config,
  }: {
    readonly pages: AppPages;
    readonly config: PageConfig & { readonly forum: string };
  },
): void {
  for (const path of ['/admin', '/admin/callback', '/admin/:section', '/admin/:section/:id']) {
    app.get(path, { config: { operationId: 'openConsole' } }, (_request, reply) =>
      pages.send(reply, {
        title: 'Operator console',
        entries: ['src/web/console/main.tsx'],
        config,
        policy: {
          connect: [config.sso, config.notifications, config.forum, config.backend],
          images: [config.sso],
        },
      }),
    );
  }
}

/** Registers `/ui`, which shows every component in every state. Only with DEMO_DATA. */
export function registerUi(app: FastifyInstance, pages: AppPages): void {
  app.get('/ui', { config: { operationId: 'openUi' } }, (_request, reply) =>
    pages.send(reply, { title: 'Components', entries: ['src/web/ui/showcase.tsx'], config: {}, policy: {} }),
  );
}

/** What a signed-out visitor of an application reads first. The server writes the same texts as the application. */
export interface FirstPaint {
  /** Name of the application, in its bar. */
  readonly brand: string;
  readonly home: string;
  readonly menu: string;
  readonly title: string;
  readonly invitation: string;
}

/**
 * Renders what is shown until the application has loaded and replaces it: its bar, and for a visitor who is surely signed out
 * the text of the sign-in screen, so that reading does not wait for scripts.
 */
const firstPaint = ({ brand, home, menu, title, invitation }: FirstPaint, signedOut: boolean): Html => html`
  <div data-first-paint>
    <header class="top">
      <a class="brand" href="${home}">${brand}</a>
      <span class="grow"></span>
      <span class="button small" aria-hidden="true">${menu}</span>
    </header>
    ${
      signedOut &&
      html`<main id="content" tabindex="-1" class="page narrow center">
        <h1>${title}</h1>
        <div class="lead"><p>${invitation}</p></div>
      </main>`
    }
  </div>
`;
