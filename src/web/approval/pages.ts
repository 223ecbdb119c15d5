import type { GrantedPermissions, ApprovalView } from '../../sso/sign-in/approval-read-model.ts';
import type { PageTexts } from '../page-texts.ts';
import { type LocalizedPage, messagePage, scriptedPage } from './provider-page.ts';
import { html } from '../../html/html.ts';
import type { UnknownApplication } from '../../sso/sign-in/authorization-response.ts';
import { isolatedText } from '../../protocol/terminal-text.ts';
import { qrSvg } from '../qr.ts';
import { networkOf } from './place-text.ts';

/** Data that the server passes to the script of the approval page. */
export interface ApprovalPageData {
  readonly applicationName: string;
  /** The network instead of the address, and no more than the origin of the redirect URI: visitors need not be signed in. */
  readonly facts: ApprovalView['facts'];
  readonly responseMode: ApprovalView['responseMode'];
  readonly terminal: boolean;
  readonly applicationOrigin: string | null;
  readonly status: ApprovalView['status'];
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Whether this browser sent the request. */
  readonly sameBrowser: boolean;
  readonly approvedBySignIn: GrantedPermissions | null;
}

/** Returns the page at a deep link. @param deepLink URL of the page, for the QR code */
export function approvalPage(view: ApprovalView, deepLink: string): LocalizedPage {
  const { facts, responseMode, terminal, applicationOrigin, comparisonCode, status, expiresAt } = view;
  const { sameBrowser, approvedBySignIn } = view;
  const applicationName = isolatedText(facts.applicationName);
  const { ipAddress, userAgent } = facts.place;
  const data: ApprovalPageData = {
    applicationName,
    facts: {
      ...facts,
      applicationName,
      redirectUri: facts.redirectUri === null ? null : originOf(facts.redirectUri),
      place: { ipAddress: networkOf(ipAddress), userAgent },
    },
    responseMode,
    terminal,
    applicationOrigin,
    status,
    expiresAt: expiresAt.toISOString(),
    sameBrowser,
    approvedBySignIn,
  };
  return (texts) => {
    const page = scriptedPage('approval', texts.text('signInTo', { application: applicationName }), texts, data);
    if (comparisonCode === null || status !== 'pending') return page;
    return { ...page, content: html`${page.content} ${otherDevice(texts, deepLink, comparisonCode)}` };
  };
}

/** Returns the origin of a redirect URI, or the scheme of an app. */
function originOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host === '' ? protocol : `${protocol}//${host}`;
}

/** In mode `query` the requesting browser shows this page, so it offers its link to a phone. */
function otherDevice(texts: PageTexts, deepLink: string, comparisonCode: string) {
  return html`<details class="other-device" id="other-device">
    <summary>${texts.text('otherDevice')}</summary>
    <div class="scan">
      ${qrSvg(deepLink, texts.text('otherDeviceCode'))}
      <div>
        <p>${texts.text('otherDeviceScan')}</p>
        <p><strong class="comparison-inline">${comparisonCode}</strong></p>
        <p>${texts.text('otherDeviceContinues')}</p>
      </div>
    </div>
  </details>`;
}

/** The page for a deep link that no request has. */
export const unknownLinkPage: LocalizedPage = (texts) =>
  messagePage(texts.text('unknownLink'), html`<p>${texts.text('unknownLinkText')}</p>`, texts.text('unknownLinkTitle'));

/** The account page: connections, authenticators and deletion of the identity. */
export const ownerPage: LocalizedPage = (texts) => scriptedPage('owner', texts.text('account'), texts);

/** The inbox: what agents ask. */
export const requestsPage: LocalizedPage = (texts) => scriptedPage('requests', texts.text('requests'), texts);

export const requestPage: LocalizedPage = (texts) => scriptedPage('request', texts.text('requests'), texts);

/** The page with which a further device joins an identity. */
export const linkPage: LocalizedPage = (texts) => scriptedPage('link', texts.text('linkDevice'), texts);

/** The page for a link that was used, withdrawn or has expired. */
export const expiredLinkPage: LocalizedPage = (texts) =>
  messagePage(texts.text('linkExpired'), html`<p>${texts.text('linkExpiredText')}</p>`, texts.text('linkExpiredTitle'));

/** The page that adds a passkey with a recovery code. */
export const recoverPage: LocalizedPage = (texts) => scriptedPage('recover', texts.text('recover'), texts);

export const scanPage: LocalizedPage = (texts) => scriptedPage('scan', texts.text('scan'), texts);

/** The page of the installed app while there is no network. */
export const offlinePage: LocalizedPage = (texts) =>
  messagePage(
    texts.text('offlineTitle'),
    html`<p>${texts.text('offlineText')}</p>
      <p><a class="button primary" href="/owner/requests">${texts.text('tryAgain')}</a></p>`,
  );

/** Data that the server passes to the script of the page that verifies receipts. */
export interface ReceiptPageData {
  /** `iss` of the receipts. */
  readonly issuer: string;
}

/** The public page that verifies the receipt of a decision in the browser. */
export const receiptPage =
  (data: ReceiptPageData): LocalizedPage =>
  (texts) =>
    scriptedPage('receipt', texts.text('receipt'), texts, data);

/** The page for an address without a page. */
export const notFoundPage: LocalizedPage = (texts) =>
  messagePage(texts.text('pageNotFound'), html`<p>${texts.text('pageNotFoundText')}</p>`);

/**
 * Returns the page for a browser whose request cannot be served; the operator's part is English.
 *
 * @param application that registered itself, to which the person returns only by their own click
 */
export const errorPage =
  (
    { code, message }: { readonly code: string | number; readonly message: string },
    application?: UnknownApplication,
  ): LocalizedPage =>
  (texts) =>
    messagePage(
      texts.text('cannotContinue'),
      html`<p>${texts.text('cannotContinueText')}</p>
        <p class="notice" lang="en"><code>${code}</code> ${message}</p>
        ${application && wayBack(texts, application)}`,
    );

const wayBack = (texts: PageTexts, { name, host, address }: UnknownApplication) => html`
  <p>${texts.text('unverifiedApplication', { application: isolatedText(name), host })}</p>
  <p><a href="${address}" rel="noreferrer">${texts.text('continueToHost', { host })}</a></p>
`;
