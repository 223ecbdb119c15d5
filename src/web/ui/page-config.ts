/** What the server tells every application of the web service (`src/web/app-pages.ts`). */
export interface PageConfig {
  readonly sso: string;
  readonly backend: string;
  readonly notifications: string;
  /** The application that people sign in to. */
  readonly providerAddress: string;
  /** Id of the demo mini app at the notification service; null where there is none. */
  readonly demoAppId: string | null;
}

export function readPageConfig(): PageConfig {
  // Written by this page's own server, so its shape is known.
  return JSON.parse(document.getElementById('app')?.dataset['config'] ?? '{}');
}
