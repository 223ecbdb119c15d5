import { type Html, html } from '../../html/html.ts';
import { type NavigationLink, skipLink } from '../../html/page-parts.ts';
import { isolatedText } from '../../protocol/terminal-text.ts';
import { translatedNavigation } from '../page-texts.ts';
import { byLanguage, type Language } from '../language/language.ts';
import { createTranslator, type Translator } from '../language/translator.ts';
import { germanForum } from './messages/de.ts';
import { englishForum } from './messages/en.ts';
import { japaneseForum } from './messages/ja.ts';

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
        ${skipLink(t.text('skip'))} ${translatedNavigation(t.language, navigation, 'forum')}
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

/** Who a page is rendered for. */
export interface Reader {
  readonly t: Translator<typeof englishForum>;
  /** Relative times count from it. */
  readonly now: Date;
}

const texts = byLanguage((language) =>
  createTranslator<typeof englishForum>(language, { en: englishForum, de: germanForum, ja: japaneseForum }[language]),
);

export const createReader = (language: Language, now: Date): Reader => ({ t: texts[language], now });

/** English dates are day, month, year. */
const localeOf = (language: Language): string => (language === 'en' ? 'en-GB' : language);

// Creating a formatter takes longer than rendering a page, so it is created once.
const formats = byLanguage((language) => ({
  exact: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  dates: new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }),
  relative: new Intl.RelativeTimeFormat(localeOf(language)),
}));

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns how long ago a time was; older ones than 30 days are dates, and future ones of another clock are now. */
export function timeAgo(at: Date, { t, now }: Reader): string {
  const { relative, dates } = formats[t.language];
  const age = now.getTime() - at.getTime();
  if (age < minute) return t.text('justNow');
  if (age < hour) return relative.format(-Math.floor(age / minute), 'minute');
  if (age < day) return relative.format(-Math.floor(age / hour), 'hour');
  if (age < 30 * day) return relative.format(-Math.floor(age / day), 'day');
  return dates.format(at);
}

/** Renders how long ago a time was, with the exact time as title: in UTC, and by {@link localTimes} in the reader's zone. */
export function timeElement(iso: string, reader: Reader): Html {
  const at = new Date(iso);
  const { exact } = formats[reader.t.language];
  return html`<time datetime="${iso}" title="${exact.format(at)} UTC">${timeAgo(at, reader)}</time>`;
}

/**
 * Script that writes exact times in the zone of the reader, which the server does not know. Pages are complete without it.
 */
export const localTimes =
  "for(const t of document.querySelectorAll('time'))t.title=new Intl.DateTimeFormat(document.documentElement.lang,{dateStyle:'medium',timeStyle:'long'}).format(new Date(t.dateTime))";
