import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html } from './html.ts';

/** Colour and font variables of every page, in both themes. */
export const themeStyle: string = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');

/** Colours of highlighted source code. */
export const highlightStyle: string = readFileSync(join(import.meta.dirname, 'highlight.css'), 'utf8');

export interface NavigationLink {
  /** Identifies the linked page; on that page the link is marked as current. */
  readonly page: 'start' | 'forum' | 'portal' | 'host' | 'account' | 'documentation';
  readonly text: string;
  readonly href: string;
}

/**
 * Renders the bar above every page. Without links it renders nothing.
 *
 * @param current the page that shows the bar
 * @param label names the bar in the language of the page
 */
export function navigationBar(
  links: readonly NavigationLink[],
  current?: NavigationLink['page'],
  label = 'Platform',
): Html | undefined {
  if (links.length === 0) return undefined;
  return html`<nav class="platform-navigation" aria-label="${label}">
    ${links.map(
      ({ page, text, href }) => html`<a href="${href}" ${page === current && html`aria-current="page"`}>${text}</a> `,
    )}
  </nav>`;
}

/** Style of the bar, with the colour variables of the page that shows the bar. */
export const navigationBarStyle: string = readFileSync(join(import.meta.dirname, 'navigation-bar.css'), 'utf8');

/** Renders the first stop of the Tab key, which leads past the bars to the element with the id `content`. */
export const skipLink = (text = 'Skip to the content'): Html => html`<a class="skip" href="#content">${text}</a>`;
