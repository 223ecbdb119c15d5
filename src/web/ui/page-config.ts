/** Configuration that the server writes into every page (`src/web/app-pages.ts`). */
export interface PageConfig {
  readonly sso: string;
  readonly backend: string;
  readonly notifications: string;
  /** Only in the operator console. */
  readonly forum?: string;
  /** `client_id` with which the page signs users in. */
  readonly providerAddress: string;
  /** Where the provider returns to after a sign-in by redirect; null: the page shows the link as a QR code. */
  readonly redirectUri: string | null;
  /** App id of the demo mini app at the notification service; null without demo data. */
  readonly demoAppId: string | null;
}

export function readPageConfig(): PageConfig {
  // The page's own server writes this value, so its type is known.
  return JSON.parse(document.getElementById('app')?.dataset['config'] ?? '{}');
}

/** Name of the cookie that says: a user signed in on this browser and has not signed out. */
export const knownBrowserCookie = 'known_browser';

const year = 365 * 86_400;

/** Remembers in a cookie that a user signed in, so that the server sends the next page without a sign-in text. */
export const rememberBrowser = (): void => write(year);

/** Forgets that a user signed in on this browser, so that no page signs them in silently. */
export const forgetBrowser = (): void => write(0);

export const isKnownBrowser = (): boolean => document.cookie.split('; ').includes(`${knownBrowserCookie}=1`);

function write(seconds: number): void {
  document.cookie = `${knownBrowserCookie}=1; Path=/; Max-Age=${seconds}; SameSite=Lax`;
}

/** Name of the demo mini app, the same in the host, in its notifications and on its page. */
export const demoName = 'Demo application';
