import { secretHash, secretKey } from '../tokens/grant-secrets.ts';
import { type AuthorizationRequest, authorizationStatus } from './authorization-request.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { SsoRequestContext } from '../handler.ts';
import type { Client } from '../clients/client.ts';
import { promptsPage } from './silent-sign-in.ts';

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

/**
 * Whether a sign-in at the page of a request is the first approval of its application: for the platform's own
 * applications, unless the request asks for a page or a ceremony of its own.
 */
export const signInApproves = (request: AuthorizationRequest, client: Pick<Client, 'kind'>, now: Date): boolean =>
  client.kind === 'own' &&
  authorizationStatus(request, now) === 'pending' &&
  request.acr === null &&
  !promptsPage(request.prompt);

interface SignInAtRequest {
  /** Secret of the page's link; undefined for a sign-in elsewhere. */
  readonly requestId: string | undefined;
  readonly sub: string;
}

/** Returns the address of the application that a sign-in in the requesting browser approves; undefined without one. */
export async function approvedBySignIn(
  { requestId, sub }: SignInAtRequest,
  {
    requests,
    clients,
    request: { cookies },
    settings: { issuer },
    now,
  }: Pick<SsoHandlerContext, 'requests' | 'clients' | 'settings' | 'now'> & Pick<SsoRequestContext, 'request'>,
): Promise<string | undefined> {
  const authorization = requestId === undefined ? undefined : await requests.byLink(secretKey(requestId));
  if (!authorization || !isRequestingBrowser(authorization, cookies, issuer)) return undefined;
  if (authorization.hintedSub !== null && authorization.hintedSub !== sub) return undefined;
  const client = await clients.byAddress(authorization.clientAddress);
  return client && signInApproves(authorization, client, now()) ? client.address : undefined;
}
