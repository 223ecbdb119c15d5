import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';

/** Signs this browser out, and ends the application sessions that were started in it. */
export const deleteOwnerSession: SsoHandler<'deleteOwnerSession'> = async ({
  caller: { sub, browserSessionId },
  sessionTree,
  metrics,
  now,
  request,
  settings,
  respond,
}) => {
  const at = now();
  const ended = await sessionTree.endSession({
    node: { kind: 'browser', sub, id: browserSessionId },
    reason: 'browser_signed_out',
    at,
    event: { event: 'browser_signed_out', at, requestId: request.id, ownerSub: sub, ip: request.ip },
  });
  metrics.revoked('browser_signed_out', ended?.sessions);
  return respond(204, undefined, { 'set-cookie': clearedOwnerCookie(settings.issuer) });
};
