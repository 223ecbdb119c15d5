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
