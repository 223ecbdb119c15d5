import { sha256Base64url } from '#sha256';
import { base32crockford } from '@scure/base';

const keyFormat = /^ank_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Creates an API key: `ank_` and 26 characters of Crockford base32, 130 random bits. */
export function newApiKey(randomBytes: (length: number) => Uint8Array): string {
  // 17 bytes are 28 characters, of which the last two are dropped.
  return `ank_${base32crockford.encode(randomBytes(17)).slice(0, 26)}`;
}

export const isApiKey = (text: string): boolean => keyFormat.test(text);

/** Hash that is stored instead of the key. 130 random bits need no slow hash. */
export const apiKeyHash = (key: string): string => sha256Base64url(key);

/** Beginning of the key that lists show, to tell keys apart. */
export const apiKeyPrefix = (key: string): string => key.slice(0, 8);

/** Time that an older key keeps working after a newer one was created, milliseconds. */
export const olderKeyGraceMs = 7 * 24 * 60 * 60 * 1000;

/** Time that a current key keeps working after the member who made it left, milliseconds. */
export const orphanedKeyGraceMs = 24 * 60 * 60 * 1000;

/** Maximum number of working keys of an app. */
export const maxWorkingKeys = 100;

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
