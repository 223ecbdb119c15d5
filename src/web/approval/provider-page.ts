import { type Html, html } from '../../html/html.ts';
import { navigationBar, type NavigationLink } from '../../html/navigation-bar.ts';
import type { Registration } from '../../sso/registration/registration.ts';

/** URLs of the pages' assets; they change with the content. */
export interface AssetAddresses {
  readonly style: string;
  readonly icon: string;
  /** Undefined when the script is not built. */
  readonly script: string | undefined;
}

export interface ProviderPage {
  readonly title: string;
  /** Selects the part of the script that runs. */
  readonly page: 'approval' | 'owner' | 'recover' | 'link' | 'message';
  /** Data for the script, written as JSON. */
  readonly data?: object;
  readonly content: Html;
}

/**
 * Renders a page of the provider. Pages contain no inline script or style.
 *
 * @param registration who may become an owner; the script offers new passkeys accordingly
 * @param navigation links of the bar above the page; a page that asks for a decision has none
 */
export function renderProviderPage(
  { title, page, data = {}, content }: ProviderPage,
  assets: AssetAddresses,
  registration: Registration,
  navigation: readonly NavigationLink[],
): string {
  const scripted = page !== 'message';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Platform Sign-In</title>
        <link rel="icon" href="${assets.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assets.style}" />
        ${scripted && assets.script !== undefined ? html`<script type="module" src="${assets.script}"></script>` : undefined}
      </head>
      <body>
        ${page !== 'approval' && navigationBar(navigation, page === 'owner' ? 'account' : undefined)}
        <header class="top">${mark}<span>Platform Sign-In</span></header>
        <main class="card" data-page="${page}" data-registration="${registration}" data-view="${JSON.stringify(data)}">
          ${scripted && assets.script === undefined ? notBuilt : undefined} ${content}
        </main>
        <noscript><p class="card notice">Passkeys need JavaScript. Turn it on for this page.</p></noscript>
        <footer class="bottom">${page === 'owner' ? undefined : html`<a href="/owner">Your account</a>`}</footer>
      </body>
    </html>`.markup;
}

const notBuilt = html`<p class="notice" role="alert">
  The script of this page is not built. The operator of this provider has to run <code>npm run prepare</code> and
  restart it.
</p>`;

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <path class="mark-shield" d="M16 2 28 6.5v9.2c0 7-5 12-12 14.3C9 27.7 4 22.7 4 15.7V6.5Z" />
  <path class="mark-tick" d="m10.5 16.2 4 4 7.5-8" />
</svg>`;
