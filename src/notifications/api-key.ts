import { sha256 } from '#sha256';
import { encodeBase64url } from '../protocol/base64url.ts';
import { crockfordSecret } from './crockford.ts';

const keyFormat = /^ank_[0-9A-HJKMNP-TV-Z]{26}$/;

/** `ank_` and 26 characters of Crockford base32: 130 random bits. */
export function newApiKey(randomBytes: (length: number) => Uint8Array): string {
  return `ank_${crockfordSecret(randomBytes(26))}`;
}

export const isApiKey = (text: string): boolean => keyFormat.test(text);

/** What is kept of a key. Its 130 random bits need no slow hash. */
export const apiKeyHash = (key: string): string => encodeBase64url(sha256(key));

/** What is shown of a key afterwards, to tell keys apart. */
export const apiKeyPrefix = (key: string): string => key.slice(0, 8);

/** For how long an older key works beside a newer one. */
export const olderKeyGraceMs = 7 * 24 * 60 * 60 * 1000;

/** The most keys of an app that work at once. */
export const maxWorkingKeys = 100;
