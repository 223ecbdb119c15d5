import type { FastifyRequest } from 'fastify';
import { ownerCookieName } from '../../sso/caller/owner-session.ts';

/** Origins of a navigation on which a browser sends cookies with `SameSite=Strict` (Fetch Metadata, `Sec-Fetch-Site`). */
const sitesWithCookie: ReadonlySet<unknown> = new Set(['same-origin', 'same-site', 'none']);

/**
 * Returns whether the browser that asks for a page may have a session. A navigation from another site has no cookie of
 * the session, and the requests of the page's script have it.
 */
export function mayHaveSession({ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>, issuer: string) {
  return cookies?.[ownerCookieName(issuer)] !== undefined || !sitesWithCookie.has(headers['sec-fetch-site']);
}
