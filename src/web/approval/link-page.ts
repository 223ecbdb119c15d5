import { html } from '../../html/html.ts';
import type { LocalizedPage } from './provider-page.ts';

/** The page with which a further device joins an identity. */
export const linkPage: LocalizedPage = (texts) => ({
  title: texts.text('linkDevice'),
  page: 'link',
  content: html`<div class="screen" id="screen">
    <h1>${texts.text('linkDevice')}</h1>
    <p class="quiet">${texts.text('loading')}</p>
  </div>`,
});

/** The page for a link that was used, withdrawn or has expired. */
export const expiredLinkPage: LocalizedPage = (texts) => ({
  title: texts.text('linkExpired'),
  page: 'message',
  content: html`<div class="screen">
    <h1>${texts.text('linkExpiredTitle')}</h1>
    <p>${texts.text('linkExpiredText')}</p>
  </div>`,
});
