import { headerPairs, headerValues } from '../../protocol/request-headers.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import type { IncomingRequest } from '../../runtime/http/incoming-request.ts';
import type { SecurityScheme } from '../../runtime/caller/security.ts';
import type { BrowserCaller } from './caller.ts';
import { originRefused, ownerSessionEnded } from '../errors/owner-errors.ts';
import { placeOf } from '../sessions/place.ts';
import { requireAction } from './assertion.ts';
import type { SsoHandlerContext } from '../context.ts';
import { ownSecretKey } from '../tokens/grant-secrets.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Accepts the cookie of a browser session. SameSite admits sibling sites and other ports of the host, so unsafe
 * methods also require the provider's own `Origin`.
 */
export function createOwnerSessionScheme(
  context: SsoHandlerContext,
): SecurityScheme<{ readonly caller: BrowserCaller }> {
  const { browserSessions, refusals, now } = context;
  const { issuer } = context.settings;
  const { origin } = new URL(issuer);
  return {
    authenticate: async (request) => {
      const name = ownerCookieName(issuer);
      const token = request.cookies[name];
      if (token === undefined || token === '') return undefined;
      // Of two cookies with one name, one was set by another host or path.
      if (countCookies(request, name) > 1) throw ended(issuer);
      if (!safeMethods.has(request.method) && request.origin !== origin) {
        const { id: requestId, ip } = request;
        const details = { origin: request.origin?.slice(0, 256) ?? null };
        await refusals.record({ event: 'origin_refused', at: now(), requestId, ip, details });
        throw originRefused(issuer);
      }
      const cookie = ownSecretKey(token);
      const session = await browserSessions.use(cookie, now(), placeOf(request));
      if (!session) throw ended(issuer);
      return { caller: { kind: 'browser', tokenHash: cookie.hash, ...session } };
    },
    confirmation: ({ caller }, request) => ({
      by: 'person',
      at: caller.confirmedAt,
      verify: (action, input) => requireAction({ caller, action, input, request }, context),
    }),
  };
}

/** Counts the cookies of a name: of two, one was set by another host or path. */
export function countCookies({ rawHeaders }: IncomingRequest, name: string): number {
  const sent = headerValues(headerPairs(rawHeaders), 'cookie').flatMap((line) => line.split(';'));
  return sent.filter((pair) => pair.trim().startsWith(`${name}=`)).length;
}

/** Deletes the invalid cookie, because scripts cannot delete an HttpOnly cookie. */
function ended(issuer: string): DomainError {
  const { code, status, message, headers } = ownerSessionEnded();
  return new DomainError(code, status, message, { headers: { ...headers, 'set-cookie': clearedOwnerCookie(issuer) } });
}

/** Lifetime of a browser session, seconds. */
export const ownerSessionSeconds = 12 * 3600;

const isHttps = (issuer: string): boolean => issuer.startsWith('https:');

/**
 * Returns the name of the cookie of a browser session (RFC 6265bis). Over https it has the prefix `__Host-`, so that a
 * sibling host cannot set it.
 */
export const ownerCookieName = (issuer: string): string => `${isHttps(issuer) ? '__Host-' : ''}owner_session`;

/** Returns the `Set-Cookie` value that starts a browser session. @param issuer an https issuer adds `Secure` */
export function ownerCookie(token: string, issuer: string): string {
  return cookie(ownerCookieName(issuer), token, ownerSessionSeconds, issuer);
}

/** Returns the `Set-Cookie` value that deletes the cookie. */
export function clearedOwnerCookie(issuer: string): string {
  return cookie(ownerCookieName(issuer), '', 0, issuer);
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
