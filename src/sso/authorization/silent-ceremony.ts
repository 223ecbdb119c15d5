import { amrOf } from '../amr.ts';
import { type AuthorizationRequest, codeExpiry } from '../authorization-request.ts';
import type { BrowserCaller, DeviceCaller } from '../caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { loginRequired } from '../errors/oauth-errors.ts';
import type { SsoRequestContext } from '../handler.ts';
import { ownerCookieName } from '../owner-cookie.ts';
import { secretHash } from '../secret-hash.ts';
import { countCookies } from '../security/owner-session.ts';
import type { BrowserCeremony, BrowserCeremonyStore } from '../store/browser-ceremonies.ts';
import type { NewAuthorizationRequest } from '../store/authorization-requests.ts';
import type { Client } from '../client.ts';
import { remainingStep } from './silent-sign-in.ts';

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
  return browserCeremonies.last(secretHash(token), now());
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
  const ceremony = await browserCeremonies.last(caller.tokenHash, at);
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
  const { atomically, request, settings } = context;
  const at = authorization.createdAt;
  const decided = await atomically(async ({ requests, audit }) => {
    const approved = await requests.decide({
      id: authorization.id,
      decision: 'approved',
      ownerSub: ceremony.sub,
      amr: amrOf({ kind: 'browser' }),
      authenticator: ceremony.authenticator,
      at,
      authTime: ceremony.at,
      browserSession: ceremony.tokenHash,
      codeExpiresAt: codeExpiry(authorization, at, settings.lifetimes),
    });
    if (!approved) return false;
    await audit.record({
      event: 'sign_in_approved',
      at,
      requestId: request.id,
      ownerSub: ceremony.sub,
      clientAddress: authorization.clientAddress,
      ip: request.ip,
      details: { authorizationRequest: authorization.id, dpopJkt: authorization.dpopJkt, by: 'browser', silent: true },
    });
    return true;
  });
  // The owner was deleted or the application disabled concurrently.
  if (!decided) throw loginRequired();
}
