import { renderSVG } from 'uqr';
import type { ApprovalView } from '../../sso/approval-read-model.ts';
import type { ProviderPage } from './provider-page.ts';
import { html, trustedHtml } from '../../html/html.ts';
import { networkOf } from './place-text.ts';

/** Data that the server passes to the script of the approval page. */
export interface ApprovalPageData {
  readonly applicationName: string;
  readonly responseMode: 'json' | 'query';
  readonly comparisonCode: string;
  readonly status: ApprovalView['status'];
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Whether address and user agent equal those of the browser that started the request. */
  readonly sameBrowser: boolean;
  /** Whether the visitor's network differs from that of the request. */
  readonly otherNetwork: boolean;
}

export interface Visitor {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/** Returns the page at a deep link. @param deepLink URL of the page, for the QR code */
export function approvalPage(view: ApprovalView, visitor: Visitor, deepLink: string): ProviderPage {
  const { applicationName, responseMode, comparisonCode, status, expiresAt, askedFrom } = view;
  const data: ApprovalPageData = {
    applicationName,
    responseMode,
    comparisonCode,
    status,
    expiresAt: expiresAt.toISOString(),
    otherNetwork: networkOf(visitor.ip) !== networkOf(askedFrom.ip),
    sameBrowser: visitor.ip === askedFrom.ip && visitor.userAgent === (askedFrom.userAgent ?? undefined),
  };
  return {
    title: `Sign in to ${applicationName}`,
    page: 'approval',
    data,
    content: html`<div class="screen" id="screen">
        <h1>Sign in to ${applicationName}</h1>
        <p class="quiet">Loading…</p>
      </div>
      ${responseMode === 'query' && status === 'pending' ? otherDevice(deepLink) : undefined}`,
  };
}

/** In mode `query` the requesting browser shows this page, so it offers its link to a phone. */
function otherDevice(deepLink: string) {
  return html`<details class="other-device" id="other-device">
    <summary>Approve on another device</summary>
    <div class="qr">
      <div class="qr-code" role="img" aria-label="QR code of this page's address">
        ${trustedHtml(renderSVG(deepLink, { border: 2 }))}
      </div>
      <p>Scan this code with your phone. This page continues automatically when you have decided there.</p>
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
