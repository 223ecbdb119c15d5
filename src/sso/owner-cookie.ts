/** Cookie of a signed-in browser (RFC 6265bis). */
export const ownerCookieName = 'owner_session';

/** How long a browser stays signed in, seconds. */
export const ownerSessionSeconds = 12 * 3600;

/** `Set-Cookie` that signs a browser in. @param issuer decides on `Secure` */
export function ownerCookie(token: string, issuer: string): string {
  return cookie(token, ownerSessionSeconds, issuer);
}

/** `Set-Cookie` that takes the cookie away. */
export function clearedOwnerCookie(issuer: string): string {
  return cookie('', 0, issuer);
}

function cookie(value: string, maxAge: number, issuer: string): string {
  const secure = issuer.startsWith('https:') ? '; Secure' : '';
  return `${ownerCookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}
