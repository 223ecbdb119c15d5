/** The authenticated user of a request. */
export interface User {
  /** The `sub` of the access token. */
  readonly platformId: string;
}

/** OpenID Connect Core §2: a `sub` has at most 255 characters. */
const maxLength = 255;

/** @returns undefined for a `sub` that cannot be stored: too long, with an unpaired surrogate or with U+0000 */
export function userOf(sub: string): User | undefined {
  return sub.length <= maxLength && sub.isWellFormed() && !sub.includes('\0') ? { platformId: sub } : undefined;
}
