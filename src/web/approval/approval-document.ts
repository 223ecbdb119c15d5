import { renderSVG } from 'uqr';
import type { ApprovalView } from './approval-read-model.ts';
import type { PageParts } from './document.ts';
import { html, trustedHtml } from '../html.ts';

/** What the script of the approval page is told. */
export interface ApprovalPageData {
  readonly applicationName: string;
  readonly responseMode: 'json' | 'query';
  readonly comparisonCode: string;
  readonly status: ApprovalView['status'];
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The browser that looks at the page is, as far as one can tell, the one that asked. */
  readonly sameBrowser: boolean;
}

export interface Visitor {
  readonly ip: string;
  readonly userAgent: string | undefined;
}

/** The page at a deep link. @param deepLink its own address, for the QR code */
export function approvalPage(view: ApprovalView, visitor: Visitor, deepLink: string): PageParts {
  const { applicationName, responseMode, comparisonCode, status, expiresAt, askedFrom } = view;
  const data: ApprovalPageData = {
    applicationName,
    responseMode,
    comparisonCode,
    status,
    expiresAt: expiresAt.toISOString(),
    sameBrowser: visitor.ip === askedFrom.ip && visitor.userAgent === (askedFrom.userAgent ?? undefined),
  };
  return {
    title: `Sign in to ${applicationName}`,
    page: 'approval',
    data,
    content: html`<div class="screen" id="screen">
        <h1>Sign in to ${applicationName}</h1>
        <p class="quiet">One moment …</p>
      </div>
      ${responseMode === 'query' && status === 'pending' ? otherDevice(deepLink) : undefined}`,
  };
}

/** In mode query this page is the screen that asks, so it offers the link to a phone. */
function otherDevice(deepLink: string) {
  return html`<details class="other-device" id="other-device">
    <summary>Approve on another device</summary>
    <div class="qr">
      <div class="qr-code" role="img" aria-label="QR code of this page's address">
        ${trustedHtml(renderSVG(deepLink, { border: 2 }))}
      </div>
      <p>Scan this with your phone. This page goes on by itself as soon as you have decided there.</p>
    </div>
  </details>`;
}

/** What there is to say about a link that leads nowhere. */
export const unknownLinkPage: PageParts = {
  title: 'Unknown link',
  page: 'message',
  content: html`<div class="screen">
    <h1>This link leads nowhere</h1>
    <p>
      No sign-in waits under this address. It may be incomplete, or too old to be remembered. Go back to the application
      and start again.
    </p>
  </div>`,
};
