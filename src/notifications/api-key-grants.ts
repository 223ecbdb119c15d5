export type ApiKeyScope = 'send' | 'read';
export type ApiKeyEnvironment = 'live' | 'test';

/** What a key is for, and what it allows. */
export interface ApiKeyGrants {
  /** Empty for none. */
  readonly label: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Every send with a key of `test` is a test send. */
  readonly environment: ApiKeyEnvironment;
}

/** Fills in what a request leaves out. */
export function apiKeyGrants({ label = '', scopes, environment = 'live' }: Partial<ApiKeyGrants> = {}): ApiKeyGrants {
  return { label, scopes: scopes ?? ['send', 'read'], environment };
}
