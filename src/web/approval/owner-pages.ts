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

/** The page that adds a passkey with a recovery code. */
export const recoverPage: LocalizedPage = (texts) => ({
  title: texts.text('recover'),
  page: 'recover',
  content: html`<div class="screen" id="screen">
    <h1>${texts.text('recover')}</h1>
    <p class="quiet">${texts.text('loading')}</p>
  </div>`,
});
