import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../html/html.ts';
import { navigationBarStyle, type NavigationLink, skipLink, themeStyle } from '../../html/page-parts.ts';
import { languageSwitch } from '../language/request-language.ts';
import { byLanguage, type Language } from '../language/language.ts';
import type { Registration } from '../../sso/settings.ts';
import { type PageTexts, translatedNavigation } from '../page-texts.ts';
import { manifestPath, touchIconPath } from './app/register-owner-app.ts';
import { createEncodedContent, sendEncoded } from '../../runtime/http/encoded-content.ts';

/** The script of pages that strangers open from a link, and that of the owner's app. */
type PageScripts = Readonly<Record<'approval' | 'owner', string>>;

/** URLs of the pages' assets; they change with the content. */
interface AssetAddresses {
  readonly style: string;
  readonly icon: string;
  /** By language; undefined when the scripts are not built. */
  readonly scripts: Readonly<Record<Language, PageScripts>> | undefined;
  /** Modules that the script of a page imports when it needs them, by page. */
  readonly modules: { readonly [Page in ProviderPage['page']]?: string };
}

interface ProviderPage {
  readonly title: string;
  /** Selects the part of the script that runs. */
  readonly page: 'approval' | 'owner' | 'requests' | 'request' | 'scan' | 'receipt' | 'recover' | 'link' | 'message';
  /** Data for the script, written as JSON. */
  readonly data?: object;
  /** Path at which the page is read, for one that also responds to a form. */
  readonly address?: string;
  readonly content: Html;
}

/** A page in the language of its texts. */
export type LocalizedPage = (texts: PageTexts) => ProviderPage;

/** A page that only says something. @param heading in place of the title */
export const messagePage = (title: string, content: Html, heading = title): ProviderPage => ({
  title,
  page: 'message',
  content: html`<div class="screen">
    <h1>${heading}</h1>
    ${content}
  </div>`,
});

/** A page whose script renders what is below its title. */
export const scriptedPage = (
  page: Exclude<ProviderPage['page'], 'message'>,
  title: string,
  texts: PageTexts,
  data: object = {},
): ProviderPage => ({
  title,
  page,
  data,
  content: html`<div class="screen" id="screen" aria-busy="true">
    <h1>${title}</h1>
    <p class="quiet">${texts.text('loading')}</p>
  </div>`,
});

interface PageFrame {
  readonly assets: AssetAddresses;
  /** Who may become an owner; the script offers new passkeys accordingly. */
  readonly registration: Registration;
  /** Links of the bar above the page; a page that asks for a decision has none. */
  readonly navigation: readonly NavigationLink[];
  /** Path and query at which a reload reads the page; undefined for the response to a form. */
  readonly readAt: string | undefined;
  /** Without a cookie the browser has no session, and the script need not ask for its owner. */
  readonly session: 'none' | 'possible';
}

/** Renders a page of the provider. Pages contain no inline script or style. */
export function renderProviderPage(
  localizedPage: LocalizedPage,
  texts: PageTexts,
  { assets, registration, navigation, readAt, session }: PageFrame,
): string {
  const { title, page, data = {}, address, content } = localizedPage(texts);
  const { language } = texts;
  const scripted = page !== 'message';
  const script = assets.scripts?.[language][isOfOwner(page) || page === 'receipt' ? 'owner' : 'approval'];
  const returnTo = readAt ?? address;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Platform Sign-In</title>
        <link rel="icon" href="${assets.icon}" type="image/svg+xml" />
        ${
          isOfOwner(page) &&
          html`<link rel="manifest" href="${manifestPath}" /> <link rel="apple-touch-icon" href="${touchIconPath}" />`
        }
        <link rel="stylesheet" href="${assets.style}" />
        ${scripted && script !== undefined ? html`<script type="module" src="${script}"></script>` : undefined}
      </head>
      <body>
        ${
          page !== 'approval' &&
          html`${skipLink(texts.text('skipToContent'))}
          ${translatedNavigation(language, navigation, isOfOwner(page) ? 'account' : undefined)}`
        }
        <header class="${isWide(page) ? 'top wide' : 'top'}">
          <span class="brand">${mark}<span>Platform Sign-In</span></span>
          ${returnTo === undefined ? undefined : languageSwitch({ label: texts.text('language'), current: language, returnTo })}
        </header>
        <main
          id="content"
          tabindex="-1"
          class="card"
          data-page="${page}"
          data-registration="${registration}"
          data-session="${session}"
          data-module="${assets.modules[page] ?? ''}"
          data-view="${JSON.stringify(data)}"
        >
          ${scripted && script === undefined ? notBuilt(texts) : undefined} ${content}
        </main>
        <noscript><p class="card notice">${texts.text('scriptsOff')}</p></noscript>
        <footer class="bottom">
          ${page === 'owner' ? undefined : html`<a href="/owner">${texts.text('account')}</a>`}
        </footer>
      </body>
    </html>`.markup;
}

const isWide = (page: ProviderPage['page']): boolean => page === 'owner' || page === 'requests';

const isOfOwner = (page: ProviderPage['page']): boolean => isWide(page) || page === 'request' || page === 'scan';

const notBuilt = (texts: PageTexts): Html =>
  html`<p class="notice" role="alert">
    ${texts.parts('scriptMissing', { command: html`<code>npm run prepare</code>` })}
  </p>`;

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <path class="mark-shield" d="M16 2 28 6.5v9.2c0 7-5 12-12 14.3C9 27.7 4 22.7 4 15.7V6.5Z" />
  <path class="mark-tick" d="m10.5 16.2 4 4 7.5-8" />
</svg>`;

const root = join(import.meta.dirname, '..', '..', '..');

/** Written by `npm run prepare`. */
const built = join(root, 'dist', 'web');

/** Built by `scripts/build-web.ts`; a page loads the script of its language only. */
const scriptFile = (script: keyof PageScripts, language: Language): string => join(built, `${script}.${language}.js`);

/** Built from `browser/modules/`: what the script of one page imports when it needs it. */
const pageModules = [
  { page: 'scan', file: 'qr-reader.js' },
  { page: 'receipt', file: 'verify-receipt.js' },
] as const;

const scriptType = 'text/javascript; charset=utf-8';

/** In cascade order. */
const styles = ['page.css', 'controls.css', 'request.css', 'connections.css'];

/** An asset's URL contains a hash of its content, so it is cached without revalidation. */
const immutable = 'public, max-age=31536000, immutable';

/** Serves the style sheet, scripts and icon of the pages. @returns their URLs */
export async function serveAssets(app: FastifyInstance): Promise<AssetAddresses> {
  const sheets = await Promise.all(styles.map((name) => readFile(join(import.meta.dirname, 'style', name), 'utf8')));
  const icon = await readFile(join(import.meta.dirname, 'approval.svg'), 'utf8');
  const scripts = readScripts();
  if (scripts === undefined)
    app.log.warn('dist/web/approval.*.js are missing: run `npm run prepare` for the approval page');

  const modules = readModules();
  const serve = (path: string, type: string, content: string): string => {
    const encoded = createEncodedContent(content);
    app.get(path, (_request, reply) => sendEncoded(reply.type(type).header('cache-control', immutable), encoded));
    return `${path}?v=${createHash('sha256').update(content).digest('base64url').slice(0, 12)}`;
  };
  return {
    icon: serve('/assets/approval.svg', 'image/svg+xml', icon),
    style: serve(
      '/assets/approval.css',
      'text/css; charset=utf-8',
      [themeStyle, ...sheets, navigationBarStyle].join('\n'),
    ),
    scripts:
      scripts &&
      byLanguage((language) => ({
        approval: serve(`/assets/approval.${language}.js`, scriptType, scripts[language].approval),
        owner: serve(`/assets/owner.${language}.js`, scriptType, scripts[language].owner),
      })),
    modules: Object.fromEntries(
      modules.map(({ page, file, content }) => [page, serve(`/assets/${file}`, scriptType, content)]),
    ),
  };
}

/** Returns the scripts by language; undefined when one is not built. */
function readScripts(): Readonly<Record<Language, PageScripts>> | undefined {
  try {
    return byLanguage((language) => ({
      approval: readFileSync(scriptFile('approval', language), 'utf8'),
      owner: readFileSync(scriptFile('owner', language), 'utf8'),
    }));
  } catch {
    return undefined;
  }
}

/** Returns the modules that are built; without one its page says that it cannot be read. */
function readModules() {
  return pageModules.flatMap(({ page, file }) => {
    try {
      return [{ page, file, content: readFileSync(join(built, file), 'utf8') }];
    } catch {
      return [];
    }
  });
}
