import { type AuthorizationRequest, authorizationStatus } from '../authorization-request.ts';
import type { SsoHandlerContext } from '../context.ts';
import type { SsoRequestContext } from '../handler.ts';
import { isRequestingBrowser } from '../request-cookie.ts';
import { secretHash } from '../secret-hash.ts';
import type { Client } from '../client.ts';
import { promptsPage } from './prompt.ts';

/**
 * Whether a sign-in at the page of a request is the first approval of its application: for the platform's own
 * applications, unless the request asks for a page or a ceremony of its own.
 */
export const signInApproves = (request: AuthorizationRequest, client: Pick<Client, 'kind'>, now: Date): boolean =>
  client.kind === 'own' &&
  authorizationStatus(request, now) === 'pending' &&
  request.acr === null &&
  !promptsPage(request.prompt);

export interface SignInAtRequest {
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
  const authorization = requestId === undefined ? undefined : await requests.byLink(secretHash(requestId));
  if (!authorization || !isRequestingBrowser(authorization, cookies, issuer)) return undefined;
  if (authorization.hintedSub !== null && authorization.hintedSub !== sub) return undefined;
  const client = await clients.byAddress(authorization.clientAddress);
  return client && signInApproves(authorization, client, now()) ? client.address : undefined;
}
