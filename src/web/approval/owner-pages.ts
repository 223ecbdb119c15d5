import type { LocalizedPage, PageTexts } from './provider-page.ts';
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

/** The inbox: what agents ask. */
export const requestsPage: LocalizedPage = (texts) => requestPageAs('requests', texts);

export const requestPage: LocalizedPage = (texts) => requestPageAs('request', texts);

const requestPageAs = (page: 'requests' | 'request', texts: PageTexts) => ({
  title: texts.text('requests'),
  page,
  content: html`<div class="screen" id="screen" aria-busy="true">
    <h1>${texts.text('requests')}</h1>
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

export const scanPage: LocalizedPage = (texts) => ({
  title: texts.text('scan'),
  page: 'scan',
  content: html`<div class="screen" id="screen" aria-busy="true">
    <h1>${texts.text('scan')}</h1>
    <p class="quiet">${texts.text('loading')}</p>
  </div>`,
});

/** The page of the installed app while there is no network. */
export const offlinePage: LocalizedPage = (texts) => ({
  title: texts.text('offlineTitle'),
  page: 'message',
  content: html`<div class="screen">
    <h1>${texts.text('offlineTitle')}</h1>
    <p>${texts.text('offlineText')}</p>
    <p><a class="button primary" href="/owner/requests">${texts.text('tryAgain')}</a></p>
  </div>`,
});

/** Data that the server passes to the script of the page that verifies receipts. */
export interface ReceiptPageData {
  /** `iss` of the receipts. */
  readonly issuer: string;
}

/** The public page that verifies the receipt of a decision in the browser. */
export const receiptPage =
  (data: ReceiptPageData): LocalizedPage =>
  (texts) => ({
    title: texts.text('receipt'),
    page: 'receipt',
    data,
    content: html`<div class="screen" id="screen" aria-busy="true">
      <h1>${texts.text('receipt')}</h1>
      <p class="quiet">${texts.text('loading')}</p>
    </div>`,
  });
