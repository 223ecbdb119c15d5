/** The person whose access token came with a request. */
export interface User {
  /** The `sub` of the token. */
  readonly platformId: string;
}

/** OpenID Connect Core §2: a `sub` has at most 255 characters. */
const longest = 255;

/** @returns undefined for a `sub` that could not be kept: too long, half a surrogate pair, or U+0000 in it. */
export function userOf(sub: string): User | undefined {
  return sub.length <= longest && sub.isWellFormed() && !sub.includes('\0') ? { platformId: sub } : undefined;
}
