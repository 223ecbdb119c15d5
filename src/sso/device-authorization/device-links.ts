import type { GrantSecrets } from '../grant-secrets.ts';
import { secretHash } from '../secret-hash.ts';

type Cookies = Readonly<Record<string, string | undefined>>;

/** Lifetime of the cookie, seconds: the longest sign-in. */
const maxAge = 600;

function cookieName(issuer: string, linkHash: string): string {
  return `${issuer.startsWith('https:') ? '__Host-' : ''}sso_typed_${linkHash.slice(0, 16)}`;
}

/**
 * Returns the `Set-Cookie` value that says: this browser's person typed the user code of the request. Typing is the
 * comparison, so that nothing is picked afterwards.
 */
export function typedCodeCookie(proof: string, linkHash: string, issuer: string): string {
  const secure = issuer.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(issuer, linkHash)}=${proof}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns whether the person of this browser typed the user code of a request. */
export function hasTypedCode(
  { linkHash }: { readonly linkHash: string },
  cookies: Cookies,
  { secrets, issuer }: { readonly secrets: Pick<GrantSecrets, 'typedProofOf'>; readonly issuer: string },
): boolean {
  const presented = cookies[cookieName(issuer, linkHash)];
  return presented !== undefined && secretHash(presented) === secretHash(secrets.typedProofOf(linkHash));
}
