import { ofRequest } from '../administration/audit-store.ts';
import { type AuthorizationRequest, codeExpiry } from './authorization-request.ts';
import type { BrowserCeremony, BrowserCeremonyStore } from './silent-sign-in-store.ts';
import type { Client } from '../clients/client.ts';
import { amrOf, type BrowserCaller, type DeviceCaller } from '../caller/caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { loginRequired } from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { countCookies, ownerCookieName } from '../caller/owner-session.ts';
import { ownSecretKey } from '../tokens/grant-secrets.ts';
import type { NewAuthorizationRequest } from './authorization-request-rows.ts';

/** What the pages must ask, whatever was approved before (OpenID Connect Core §3.1.2.1). */
const pagePrompts = ['login', 'consent', 'select_account'] as const;

/** Returns whether a request contains a value of `prompt`. The contract has validated the list. */
export function prompts(prompt: string | null | undefined, value: 'none' | (typeof pagePrompts)[number]): boolean {
  return prompt?.split(' ').includes(value) ?? false;
}

/** Returns whether a request requires a page, even when nothing is left to approve. */
export function promptsPage(prompt: string | null | undefined): boolean {
  return pagePrompts.some((value) => prompts(prompt, value));
}

export interface SilentSignIn {
  readonly client: Pick<Client, 'kind'>;
  readonly request: Pick<AuthorizationRequest, 'prompt' | 'maxAge' | 'acr' | 'hintedSub'>;
  /** Last ceremony in this browser; undefined in a signed-out browser. */
  readonly ceremony: BrowserCeremony | undefined;
  /** Whether the owner approved the application before. */
  readonly consented: boolean;
  /** Whether the navigation began on a page of the platform. */
  readonly fromOwnPage: boolean;
  readonly now: Date;
}

/**
 * Decides whether a sign-in needs no person: only for the platform's own applications, in a browser where the owner is
 * signed in, after they approved the application once, and while their last ceremony is recent enough (`max_age`,
 * OpenID Connect Core §3.1.2.1). A navigation that another site began needs a click, and a request for a ceremony
 * (`acr_values`, RFC 9470) always one of its own.
 *
 * @returns `none`, or what the person has to do
 */
export function remainingStep({
  client,
  request: { prompt, maxAge, acr, hintedSub },
  ceremony,
  consented,
  fromOwnPage,
  now,
}: SilentSignIn): 'none' | 'login' | 'consent' | 'click' {
  if (client.kind !== 'own' || !ceremony || acr !== null || promptsPage(prompt)) return 'login';
  if (hintedSub !== null && hintedSub !== ceremony.sub) return 'login';
  if (maxAge !== null && now.getTime() - ceremony.at.getTime() > maxAge * 1000) return 'login';
  if (!consented) return 'consent';
  return fromOwnPage ? 'none' : 'click';
}

type Context = SsoHandlerContext & SsoRequestContext;

/**
 * Returns the last ceremony of the browser that loads authorize. A form of another site has no part in the session, and
 * of two cookies with one name, one was set by another host.
 */
export function browserCeremony({
  request,
  settings: { issuer },
  browserCeremonies,
  now,
}: Pick<Context, 'request' | 'now'> & {
  readonly settings: Pick<Context['settings'], 'issuer'>;
  readonly browserCeremonies: Pick<BrowserCeremonyStore, 'last'>;
}): Promise<BrowserCeremony | undefined> {
  const name = ownerCookieName(issuer);
  const token = request.cookies[name];
  if (request.method !== 'GET' || token === undefined || token === '' || countCookies(request, name) > 1)
    return Promise.resolve(undefined);
  return browserCeremonies.last(ownSecretKey(token), now());
}

/**
 * Returns the ceremony that makes an assertion unnecessary: the platform's own application was approved before, and the
 * caller is the browser that sent the request.
 */
export async function silentCeremony(
  request: AuthorizationRequest,
  client: Pick<Client, 'address' | 'kind'>,
  caller: BrowserCaller | DeviceCaller,
  { browserCeremonies, consents, now }: Pick<Context, 'browserCeremonies' | 'consents' | 'now'>,
): Promise<BrowserCeremony | undefined> {
  if (client.kind !== 'own' || caller.kind !== 'browser') return undefined;
  const at = now();
  const ceremony = await browserCeremonies.last({ ownerSub: caller.sub, hash: caller.tokenHash }, at);
  const consented = await consents.isGranted(caller.sub, client.address);
  // The person is on the approval page, wherever the navigation began.
  return remainingStep({ client, request, ceremony, consented, fromOwnPage: true, now: at }) === 'none'
    ? ceremony
    : undefined;
}

/** Approves a request on behalf of the signed-in owner, with the time of their last ceremony. */
export async function approveSilently(
  authorization: NewAuthorizationRequest,
  ceremony: BrowserCeremony,
  context: Context,
) {
  const { requests, request, settings } = context;
  const at = authorization.createdAt;
  const decided = await requests.decide({
    id: authorization.id,
    clientAddress: authorization.clientAddress,
    decision: 'approved',
    ownerSub: ceremony.sub,
    amr: amrOf({ kind: 'browser' }),
    authenticator: ceremony.authenticator,
    at,
    authTime: ceremony.at,
    browserSession: ceremony.tokenHash,
    codeExpiresAt: codeExpiry(authorization, at, settings.lifetimes),
    decided: {
      event: 'sign_in_approved',
      at,
      ...ofRequest(request),
      ownerSub: ceremony.sub,
      clientAddress: authorization.clientAddress,
      details: { authorizationRequest: authorization.id, dpopJkt: authorization.dpopJkt, by: 'browser', silent: true },
    },
  });
  // The owner was deleted or the application disabled concurrently.
  if (!decided) throw loginRequired();
}
