import type { IncomingRequest } from '../../runtime/incoming-request.ts';
import { originRefused } from '../errors/owner-errors.ts';

const unprefixed = 'owner_session';

/** Lifetime of a browser session, seconds. */
export const ownerSessionSeconds = 12 * 3600;

const isHttps = (issuer: string): boolean => issuer.startsWith('https:');

/**
 * Returns the name of the cookie of a browser session (RFC 6265bis). Over https it has the prefix `__Host-`, so that a
 * sibling host cannot set it.
 */
export const ownerCookieName = (issuer: string): string => `${isHttps(issuer) ? '__Host-' : ''}${unprefixed}`;

/** Returns the `Set-Cookie` value that starts a browser session. @param issuer an https issuer adds `Secure` */
export function ownerCookie(token: string, issuer: string): string {
  return cookie(ownerCookieName(issuer), token, ownerSessionSeconds, issuer);
}

/** Returns the `Set-Cookie` value that deletes the cookie. */
export function clearedOwnerCookie(issuer: string): string {
  return cookie(ownerCookieName(issuer), '', 0, issuer);
}

/**
 * Returns the `Set-Cookie` value that deletes a cookie without prefix over https, which earlier versions set and a
 * sibling host can set; undefined when the request has none.
 */
export function clearedFormerCookie(
  cookies: Readonly<Record<string, string | undefined>>,
  issuer: string,
): string | undefined {
  return isHttps(issuer) && cookies[unprefixed] !== undefined ? cookie(unprefixed, '', 0, issuer) : undefined;
}

function cookie(name: string, value: string, maxAge: number, issuer: string): string {
  const secure = isHttps(issuer) ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Requires that a request that starts a browser session comes from the provider's own pages, so that another site
 * cannot sign a browser in as a stranger (login CSRF).
 *
 * @throws DomainError `origin_refused`
 */
export function requireOwnOrigin({ origin }: Pick<IncomingRequest, 'origin'>, issuer: string): void {
  if (origin !== new URL(issuer).origin) throw originRefused(issuer);
}
