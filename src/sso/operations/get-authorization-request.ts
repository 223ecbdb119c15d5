import type { AuthorizationRequest } from '../authorization-request.ts';
import { requestNotFound } from '../errors.ts';
import type { SsoHandler } from '../handler.ts';
import { ownerOf } from '../owner-of.ts';
import { secretHash } from '../secret-hash.ts';

/** Everything that an approver must be shown (RFC 10027). */
export const getAuthorizationRequest: SsoHandler<'getAuthorizationRequest'> = async ({
  path,
  caller,
  requests,
  clients,
  now,
  settings,
  respond,
}) => {
  // Whoever has the link may look, but not without an identity.
  ownerOf(caller);
  const asked = await requests.byLink(secretHash(path.requestId));
  const client = asked && (await clients.byAddress(asked.clientAddress));
  if (!client) throw requestNotFound();
  return respond(200, {
    status: statusOf(asked, now()),
    applicationName: client.name,
    clientId: asked.clientAddress,
    scope: 'openid',
    responseMode: asked.responseMode,
    redirectUri: asked.redirectUri,
    dpopJkt: asked.dpopJkt,
    keyFingerprint: asked.dpopJkt?.match(/.{1,4}/g)?.join(' ') ?? null,
    comparisonCode: asked.comparisonCode,
    sessionSeconds: settings.lifetimes.refreshToken,
    place: { ipAddress: asked.askedFromIp, userAgent: asked.askedFromUserAgent },
    requestedAt: asked.createdAt.toISOString(),
    expiresAt: asked.expiresAt.toISOString(),
    decidedAt: asked.decidedAt?.toISOString() ?? null,
  });
};

/** What was decided stays decided, whether or not the application came for its code in time. */
function statusOf({ decision, expiresAt }: AuthorizationRequest, now: Date) {
  return decision === 'pending' && expiresAt <= now ? 'expired' : decision;
}
