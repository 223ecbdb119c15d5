import { html } from '../../html/html.ts';
import type { LocalizedPage } from './provider-page.ts';

/** The page for an address without a page. */
export const notFoundPage: LocalizedPage = (texts) => ({
  title: texts.text('pageNotFound'),
  page: 'message',
  content: html`<div class="screen">
    <h1>${texts.text('pageNotFound')}</h1>
    <p>${texts.text('pageNotFoundText')}</p>
  </div>`,
});

/** Returns the page for a browser whose request cannot be served and has no application to return to; the operator's part is English. */
export function errorPage({
  code,
  message,
}: {
  readonly code: string | number;
  readonly message: string;
}): LocalizedPage {
  return (texts) => ({
    title: texts.text('cannotContinue'),
    page: 'message',
    content: html`<div class="screen">
      <h1>${texts.text('cannotContinue')}</h1>
      <p>${texts.text('cannotContinueText')}</p>
      <p class="notice" lang="en"><code>${code}</code> ${message}</p>
    </div>`,
  });
}
