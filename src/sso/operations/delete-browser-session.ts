import { browserSessionNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';
import { requireOwner } from '../require-owner.ts';

/** Ends one of the caller's browser sessions, with the application sessions that were started in it. */
export const deleteBrowserSession: SsoHandler<'deleteBrowserSession'> = async ({
  path: { browserSessionId },
  caller,
  sessionTree,
  metrics,
  now,
  request,
  settings,
  respond,
}) => {
  const sub = requireOwner(caller);
  const at = now();
  const ended = await sessionTree.endSession({
    node: { kind: 'browser', sub, id: browserSessionId },
    reason: 'ended',
    at,
    event: {
      event: 'browser_signed_out',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { browserSessionId, by: caller.kind },
    },
  });
  if (!ended) throw browserSessionNotFound(browserSessionId);
  metrics.revoked('ended', ended.sessions);
  const isOwn = caller.kind === 'browser' && caller.browserSessionId === browserSessionId;
  return respond(204, undefined, isOwn ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {});
};
