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
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  const policy = window.trustedTypes?.createPolicy('owner-worker', { createScriptURL: () => workerAddress });
  const address = policy?.createScriptURL(workerAddress) ?? workerAddress;
  navigator.serviceWorker.register(address, { scope: '/owner' }).catch(() => undefined);
}
