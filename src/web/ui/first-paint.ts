import { html, type Html } from '../../html/html.ts';

/** What a signed-out visitor of an application reads first. The server writes the same texts as the application. */
export interface FirstPaint {
  /** Name of the application, in its bar. */
  readonly brand: string;
  /** Path of its first page. */
  readonly home: string;
  /** Label of the menu. */
  readonly menu: string;
  readonly title: string;
  readonly invitation: string;
}

/**
 * Renders what is shown until the application has loaded and replaces it: its bar, and for a visitor who is surely signed out
 * the text of the sign-in screen, so that reading does not wait for scripts.
 */
export const firstPaint = ({ brand, home, menu, title, invitation }: FirstPaint, signedOut: boolean): Html => html`
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
