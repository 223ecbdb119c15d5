import { html } from '../../html/html.ts';
import type { LocalizedPage } from './provider-page.ts';

/** The page that adds a passkey with a recovery code. */
export const recoverPage: LocalizedPage = (texts) => ({
  title: texts.text('recover'),
  page: 'recover',
  content: html`<div class="screen" id="screen">
    <h1>${texts.text('recover')}</h1>
    <p class="quiet">${texts.text('loading')}</p>
  </div>`,
});
