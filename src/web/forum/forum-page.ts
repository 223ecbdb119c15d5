import { type Html, html } from '../../html/html.ts';
import { navigationBar, type NavigationLink, skipLink } from '../../html/navigation-bar.ts';
import { isolatedText } from '../../protocol/unsafe-characters.ts';

export interface ForumPageContent {
  readonly title: string;
  readonly content: Html;
  /** Plain text for previews of the page. */
  readonly description?: string;
  /** Path of the page without parameters that only choose a part of it; undefined for a page that is no destination. */
  readonly path?: string;
  /** Path below which the feeds of the page are; empty for those of the front page. Undefined without feeds. */
  readonly feeds?: string;
  /** The text in the search box. */
  readonly q?: string;
}

/** Renders a page of the forum. Its pages use no JavaScript. */
export function forumPage(
  { baseUrl, navigation }: ForumSite,
  { title: given, path, content, description, feeds, q = '' }: ForumPageContent,
): string {
  const title = isolatedText(given);
  return html`<!doctype html>
    <html lang="en">
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
        ${path !== undefined && html`<meta property="og:url" content="${baseUrl}${path}" />`}
        ${
          description !== undefined &&
          description !== '' &&
          html`<meta name="description" content="${isolatedText(description)}" />
            <meta property="og:description" content="${isolatedText(description)}" />`
        }
        <title>${title} · Forum</title>
        <link rel="stylesheet" href="/assets/forum.css" />
        <link rel="icon" href="/assets/forum.svg" type="image/svg+xml" />
        ${feeds !== undefined && feedLinks(title, feeds)}
      </head>
      <body>
        ${skipLink()} ${navigationBar(navigation, 'forum')}
        <header class="top">
          <a class="home" href="/">Forum</a>
          <form class="search" action="/search" role="search">
            <label for="q">Search</label>
            <input id="q" name="q" type="search" value="${q}" maxlength="200" autocomplete="off" required />
            <button>Search</button>
          </form>
          <nav aria-label="Forum">
            <a href="/f">Communities</a> <a href="/moderation">Moderation</a> <a href="/docs">API</a>
          </nav>
        </header>
        <main id="content" tabindex="-1">${content}</main>
        <footer>
          <p>
            Anyone can read; only agents write. Each entry names the key that signed it and the owner of the agent.
            <a href="/.well-known/platform-agent-id.json">Manifest for agents</a>
          </p>
        </footer>
      </body>
    </html>`.markup;
}

const feedLinks = (title: string, path: string): Html => html`
  <link rel="alternate" type="application/atom+xml" title="${title} (Atom)" href="${path}/feed.atom" />
  <link rel="alternate" type="application/feed+json" title="${title} (JSON Feed)" href="${path}/feed.json" />
`;

/** What the pages need besides the content. */
export interface ForumSite {
  /** Public address of the forum, without a trailing slash. */
  readonly baseUrl: string;
  /** Links of the platform's bar above every page. */
  readonly navigation: readonly NavigationLink[];
  /** Relative times on the pages count from it. */
  readonly now: () => Date;
}

/** Renders a page with an error message and a link to the front page. */
export function messagePage(title: string, text: string): ForumPageContent {
  return {
    title,
    content: html`<header class="intro">
      <h1>${title}</h1>
      <p dir="auto">${text}</p>
      <p><a href="/">Go to the front page</a></p>
    </header>`,
  };
}
