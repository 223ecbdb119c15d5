import { html } from '../../html/html.ts';
import type { LocalizedPage } from './provider-page.ts';

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
