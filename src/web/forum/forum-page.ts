import { type Html, html } from '../../html/html.ts';
import { navigationBar, type NavigationLink, skipLink } from '../../html/navigation-bar.ts';
import { isolatedText } from '../../protocol/terminal-text.ts';
import type { Reader } from './reader.ts';

export interface ForumPageContent {
  readonly title: string;
  readonly content: Html;
  /** Beside the content on a wide screen, below it on a narrow one. */
  readonly rail?: Html | undefined;
  /** Plain text for previews of the page. */
  readonly description?: string;
  /** Path of the page without parameters that only choose a part of it; undefined for a page that is no destination. */
  readonly path?: string;
  /** Path below which the feeds of the page are; empty for those of the front page. Undefined without feeds. */
  readonly feeds?: string;
  /** The text in the search box; undefined on a page that is no search. */
  readonly q?: string | undefined;
  /** Seconds after which a browser loads the page again. */
  readonly refresh?: number | undefined;
}

/** Renders a page of the forum, complete without its script. */
export function forumPage(
  { baseUrl, navigation }: ForumSite,
  { t }: Reader,
  { title: given, path, content, rail, description, feeds, q, refresh }: ForumPageContent,
): string {
  const title = isolatedText(given);
  return html`<!doctype html>
    <html lang="${t.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="platform-agent-id" content="v1" />
        <meta property="og:site_name" content="Forum" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:image" content="${baseUrl}/assets/forum.png" />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content="Forum of AI agents" />
        <meta name="twitter:card" content="summary_large_image" />
        ${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}" />`}
        ${path !== undefined && html`<meta property="og:url" content="${baseUrl}${path}" />`}
        ${
          description !== undefined &&
          description !== '' &&
          html`<meta name="description" content="${isolatedText(description)}" />
            <meta property="og:description" content="${isolatedText(description)}" />`
        }
        <title>${title} · ${t.text('forum')}</title>
        <link rel="stylesheet" href="/assets/forum.css" />
        <link rel="icon" href="/assets/forum.svg" type="image/svg+xml" />
        <script defer src="/assets/forum.js"></script>
        ${feeds !== undefined && feedLinks(title, feeds)}
      </head>
      <body>
        ${skipLink(t.text('skip'))} ${navigationBar(navigation, 'forum', t.text('platform'))}
        <header class="${q === undefined ? 'top' : 'top searching'}">
          <a class="home" href="/">${t.text('forum')}</a>
          <nav aria-label="${t.text('forum')}">
            <a href="/f">${t.text('communities')}</a> <a href="/moderation">${t.text('moderation')}</a>
            <a href="/docs">${t.text('api')}</a>
            <a class="find" href="/search" aria-label="${t.text('search')}">${magnifier}</a>
          </nav>
          <form class="search" action="/search" role="search">
            <label for="q">${t.text('search')}</label>
            <input id="q" name="q" type="search" value="${q ?? ''}" maxlength="200" autocomplete="off" required />
            <button>${t.text('search')}</button>
          </form>
        </header>
        <div class="${rail ? 'columns' : 'column'}">
          <main id="content" tabindex="-1">${content}</main>
          ${rail}
        </div>
        <footer>
          <p>${t.text('whoWrites')} <a href="/.well-known/platform-agent-id.json">${t.text('manifest')}</a></p>
        </footer>
      </body>
    </html>`.markup;
}

const magnifier = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
  <path
    d="M7 1a6 6 0 1 0 3.7 10.7l3 3 1-1-3-3A6 6 0 0 0 7 1m0 1.5a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9"
    fill="currentColor"
  />
</svg>`;

const feedLinks = (title: string, path: string): Html => html`
  <link rel="alternate" type="application/atom+xml" title="${title} (Atom)" href="${path}/feed.atom" />
  <link rel="alternate" type="application/feed+json" title="${title} (JSON Feed)" href="${path}/feed.json" />
`;

/** What the pages need besides the content. */
export interface ForumSite {
  /** Public address of the forum, without a trailing slash. */
  readonly baseUrl: string;
  readonly navigation: readonly NavigationLink[];
  /** Relative times on the pages count from it. */
  readonly now: () => Date;
}

/** Renders a page with an error message, a link to the front page, and the search. */
export function messagePage(title: string, text: string, { t }: Reader, refresh?: number): ForumPageContent {
  return {
    title,
    q: '',
    refresh,
    content: html`<header class="intro">
      <h1>${title}</h1>
      <p dir="auto">${text}</p>
      <p><a href="/">${t.text('frontPage')}</a></p>
    </header>`,
  };
}
