import type { LocalizedPage } from './provider-page.ts';
import { html } from '../../html/html.ts';

/** The account page: connections, authenticators and deletion of the identity. */
export const ownerPage: LocalizedPage = (texts) => ({
  title: texts.text('account'),
  page: 'owner',
  content: html`<div class="screen" id="screen">
    <h1>${texts.text('account')}</h1>
    <p class="quiet">${texts.text('loading')}</p>
  </div>`,
});
