import { html } from '../../html/html.ts';
import { isolatedText } from '../../protocol/terminal-text.ts';
import type { UnknownApplication } from '../../sso/sign-in/authorization-response.ts';
import type { LocalizedPage, PageTexts } from './provider-page.ts';

/** The page for an address without a page. */
export const notFoundPage: LocalizedPage = (texts) => ({
  title: texts.text('pageNotFound'),
  page: 'message',
  content: html`<div class="screen">
    <h1>${texts.text('pageNotFound')}</h1>
    <p>${texts.text('pageNotFoundText')}</p>
  </div>`,
});

/**
 * Returns the page for a browser whose request cannot be served; the operator's part is English.
 *
 * @param application that registered itself, to which the person returns only by their own click
 */
export function errorPage(
  { code, message }: { readonly code: string | number; readonly message: string },
  application?: UnknownApplication,
): LocalizedPage {
  return (texts) => ({
    title: texts.text('cannotContinue'),
    page: 'message',
    content: html`<div class="screen">
      <h1>${texts.text('cannotContinue')}</h1>
      <p>${texts.text('cannotContinueText')}</p>
      <p class="notice" lang="en"><code>${code}</code> ${message}</p>
      ${application && wayBack(texts, application)}
    </div>`,
  });
}

const wayBack = (texts: PageTexts, { name, host, address }: UnknownApplication) => html`
  <p>${texts.text('unverifiedApplication', { application: isolatedText(name), host })}</p>
  <p><a href="${address}" rel="noreferrer">${texts.text('continueToHost', { host })}</a></p>
`;
