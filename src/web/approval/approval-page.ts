import type { ApprovalView } from '../../sso/approval-read-model.ts';
import type { ProviderPage } from './provider-page.ts';
import { html } from '../../html/html.ts';
import { qrSvg } from '../qr-svg.ts';

/** Data that the server passes to the script of the approval page. */
export interface ApprovalPageData {
  readonly applicationName: string;
  readonly responseMode: 'json' | 'query';
  readonly status: ApprovalView['status'];
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Whether this browser sent the request. */
  readonly sameBrowser: boolean;
  readonly approvedBySignIn: ApprovalView['approvedBySignIn'];
}

/** Returns the page at a deep link. @param deepLink URL of the page, for the QR code */
export function approvalPage(view: ApprovalView, deepLink: string): ProviderPage {
  const { applicationName, responseMode, comparisonCode, status, expiresAt, sameBrowser, approvedBySignIn } = view;
  const data: ApprovalPageData = {
    applicationName,
    responseMode,
    status,
    expiresAt: expiresAt.toISOString(),
    sameBrowser,
    approvedBySignIn,
  };
  return {
    title: `Sign in to ${applicationName}`,
    page: 'approval',
    data,
    content: html`<div class="screen" id="screen" aria-busy="true">
        <h1>Sign in to ${applicationName}</h1>
        <p class="quiet">Loading…</p>
      </div>
      ${comparisonCode !== null && status === 'pending' ? otherDevice(deepLink, comparisonCode) : undefined}`,
  };
}

/** In mode `query` the requesting browser shows this page, so it offers its link to a phone. */
function otherDevice(deepLink: string, comparisonCode: string) {
  return html`<details class="other-device" id="other-device">
    <summary>Approve on another device</summary>
    <div class="scan">
      ${qrSvg(deepLink, 'QR code of this request')}
      <div>
        <p>Scan this with your phone, and pick this code there:</p>
        <p><strong class="comparison-inline">${comparisonCode}</strong></p>
        <p>This page continues automatically when you have decided there.</p>
      </div>
    </div>
  </details>`;
}

/** The page for a deep link that no request has. */
export const unknownLinkPage: ProviderPage = {
  title: 'Unknown link',
  page: 'message',
  content: html`<div class="screen">
    <h1>Sign-in request not found</h1>
    <p>The link is incomplete, or the request expired some time ago. Go back to the application and start again.</p>
  </div>`,
};
