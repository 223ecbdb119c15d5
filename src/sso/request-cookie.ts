import { secretHash } from './secret-hash.ts';

type Cookies = Readonly<Record<string, string | undefined>>;

/** Lifetime of the cookie, seconds: the longest sign-in. */
const maxAge = 600;

/**
 * Returns the name of the cookie that binds a request to the browser that sent it; one per request, so that sign-ins in
 * several tabs do not interfere.
 *
 * @param linkHash SHA-256 of the secret in the deep link, base64url
 */
function requestCookieName(issuer: string, linkHash: string): string {
  return `${issuer.startsWith('https:') ? '__Host-' : ''}sso_request_${linkHash.slice(0, 16)}`;
}

/** Returns the `Set-Cookie` value. SameSite is Lax, because the application's page navigates to authorize. */
export function requestCookie(secret: string, linkHash: string, issuer: string): string {
  const secure = issuer.startsWith('https:') ? '; Secure' : '';
  const name = requestCookieName(issuer, linkHash);
  return `${name}=${secret}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns whether the cookies are of the browser that sent the request. */
export function isRequestingBrowser(
  request: { readonly linkHash: string; readonly browserHash: string | null },
  cookies: Cookies,
  issuer: string,
): boolean {
  const secret = cookies[requestCookieName(issuer, request.linkHash)];
  return request.browserHash !== null && secret !== undefined && secretHash(secret) === request.browserHash;
}
