import type { ReceiptPageData } from '../pages.ts';
import { runAccount } from './account-screen.ts';
import { runInbox, runRequest } from './inbox-screen.ts';
import { type PageScreens, runPage } from './screen.ts';
import { runReceipt } from './receipt-screen.ts';
import { runScan } from './scan-screen.ts';

/** Pages of the owner's app, and the page that verifies receipts. */
const screens: PageScreens = {
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

/** Runs the screen of the page that contains the script. */
export const runScript = (): Promise<void> => runPage(screens);

/** Registers the service worker once the page is shown. */
const installed = (shown: Promise<void>): Promise<void> => shown.finally(registerWorker);

/** `require-trusted-types-for` demands a policy for the address of a worker; browsers without Trusted Types take it as text. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes;
  }
}

const workerAddress = '/owner/service-worker.js';

/** Registers the service worker of the installable app. The pages work without it. */
function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const policy = window.trustedTypes?.createPolicy('owner-worker', { createScriptURL: () => workerAddress });
  const address = policy?.createScriptURL(workerAddress) ?? workerAddress;
  navigator.serviceWorker.register(address, { scope: '/owner' }).catch(() => undefined);
}
