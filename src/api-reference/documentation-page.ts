import { posix } from 'node:path';
import { type Html, html } from '../html/html.ts';
import { skipLink } from '../html/page-parts.ts';

/** Content-Security-Policy of documentation pages: no other origin. The page of an operation sends public reads itself. */
export const documentationPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** URLs of the page's assets, relative to the page. */
interface PageAssets {
  readonly style: string;
  readonly icon: string;
  /** Absent when it is not built; the page works without it. */
  readonly script?: string | undefined;
}

export interface PageLink {
  readonly href: string;
  readonly text: string;
  readonly current?: boolean;
}

export interface DocumentationPage {
  readonly title: string;
  readonly home: PageLink;
  readonly links: readonly PageLink[];
  /** The bar above every page of a running platform. */
  readonly navigation?: Html | undefined;
  readonly assets: PageAssets;
  /** URLs of scripts that only this page loads, relative to it. */
  readonly scripts?: readonly string[];
  /** Where the search of the header leads, relative to the page. */
  readonly search?: string | undefined;
  /** Links to other pages and to the sections of this one, shown beside the content. */
  readonly contents?: Html | undefined;
  readonly contentsTitle?: string;
  readonly content: Html;
}

export function documentationPage({
  title,
  home,
  links,
  navigation,
  assets,
  scripts = [],
  search,
  contents,
  contentsTitle = 'On this page',
  content,
}: DocumentationPage): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="content-security-policy" content="${documentationPolicy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${assets.icon}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assets.style}" />
        ${assets.script !== undefined && html`<script defer src="${assets.script}"></script>`}
        ${scripts.map((script) => html`<script defer src="${script}"></script>`)}
      </head>
      <body>
        ${skipLink()} ${navigation}
        <header class="top">
          <a class="home" href="${home.href}">${home.text}</a>
          <nav aria-label="Pages">${links.map(link)}</nav>
          ${search !== undefined && html`<a class="find" href="${search}">Search</a>`}
          ${contents && html`<button type="button" class="menu" popovertarget="contents">Contents</button>`}
        </header>
        <div class="layout">
          ${contents && html`<nav id="contents" class="contents" aria-label="${contentsTitle}" popover>${contents}</nav>`}
          <main id="content" class="${contents ? 'beside' : 'alone'}">${content}</main>
        </div>
      </body>
    </html>`.markup;
}

const link = ({ href, text, current }: PageLink): Html =>
  html`<a href="${href}" ${current && html`aria-current="page"`}>${text}</a>`;

/** Returns the relative link from one file of the documentation to another. */
export const relativeLink = (from: string, to: string): string =>
  posix.relative(posix.dirname(from), to) || posix.basename(to);

/**
 * Returns a page with links as a server offers them, `sso/authorize` for `sso/authorize.html`. The files keep their endings,
 * so that a browser opens them from a disk too.
 */
export const withServedLinks = (markup: string): string =>
  markup.replace(
    /(<(?:a|form|link)\s[^>]*?(?:href|action)=")(?![a-z]+:|\/)([^"#?]*)\.html(?=["#?])/g,
    (_, before: string, path: string) => `${before}${servedPath(path)}`,
  );

/** Returns the path of a page without its ending. @param path without `.html` */
export const servedPath = (path: string): string => path.replace(/(^|\/)index$/, '$1') || './';
