import type { GrantedPermissions } from '../../sso/sign-in/request-facts.ts';
import type { ApprovalView } from '../../sso/sign-in/approval-read-model.ts';
import type { LocalizedPage, PageTexts } from './provider-page.ts';
import { html } from '../../html/html.ts';
import { isolatedText } from '../../protocol/terminal-text.ts';
import { qrSvg } from '../qr-svg.ts';
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
  return (texts) => ({
    title: texts.text('signInTo', { application: applicationName }),
    page: 'approval',
    data,
    content: html`<div class="screen" id="screen" aria-busy="true">
        <h1>${texts.text('signInTo', { application: applicationName })}</h1>
        <p class="quiet">${texts.text('loading')}</p>
      </div>
      ${comparisonCode !== null && status === 'pending' ? otherDevice(texts, deepLink, comparisonCode) : undefined}`,
  });
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
export const unknownLinkPage: LocalizedPage = (texts) => ({
  title: texts.text('unknownLink'),
  page: 'message',
  content: html`<div class="screen">
    <h1>${texts.text('unknownLinkTitle')}</h1>
    <p>${texts.text('unknownLinkText')}</p>
  </div>`,
});
