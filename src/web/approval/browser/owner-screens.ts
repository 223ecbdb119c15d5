import type { ReceiptPageData } from '../owner-pages.ts';
import { runAccount } from './account-screen.ts';
import { runInbox, runRequest } from './inbox-screen.ts';
import { registerWorker } from './install-app.ts';
import type { PageScreens } from './run-page.ts';
import { runReceipt } from './receipt-screen.ts';
import { runScan } from './scan-screen.ts';

/** Pages of the owner's app, and the page that verifies receipts. */
export const ownerScreens: PageScreens = {
  owner: () => installed(runAccount()),
  requests: () => installed(runInbox()),
  request: () => installed(runRequest()),
  scan: ({ module = '' }) => {
    registerWorker();
    runScan(module);
  },
  receipt: ({ module = '', view = '{}' }) => {
    const { issuer } = JSON.parse(view) as ReceiptPageData;
    runReceipt(module, issuer);
  },
};

/** Registers the service worker once the page is shown. */
const installed = (shown: Promise<void>): Promise<void> => shown.finally(registerWorker);
