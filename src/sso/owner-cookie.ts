/** Cookie of a browser session (RFC 6265bis). */
export const ownerCookieName = 'owner_session';

/** Lifetime of a browser session, seconds. */
export const ownerSessionSeconds = 12 * 3600;

/** Returns the `Set-Cookie` value that starts a browser session. @param issuer an https issuer adds `Secure` */
export function ownerCookie(token: string, issuer: string): string {
  return cookie(token, ownerSessionSeconds, issuer);
}

/** Returns the `Set-Cookie` value that deletes the cookie. */
export function clearedOwnerCookie(issuer: string): string {
  return cookie('', 0, issuer);
}

function cookie(value: string, maxAge: number, issuer: string): string {
  const secure = issuer.startsWith('https:') ? '; Secure' : '';
  return `${ownerCookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}
