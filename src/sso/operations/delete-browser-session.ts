import { browserSessionNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';
import { requireOwner } from '../require-owner.ts';

/** Ends one of the caller's browser sessions. */
export const deleteBrowserSession: SsoHandler<'deleteBrowserSession'> = async ({
  path: { browserSessionId },
  caller,
  atomically,
  now,
  request,
  settings,
  respond,
}) => {
  const sub = requireOwner(caller);
  const at = now();
  const ended = await atomically(async ({ browserSessions, audit }) => {
    const session = await browserSessions.deleteById(sub, browserSessionId, at);
    if (!session) throw browserSessionNotFound(browserSessionId);
    const details = { browserSessionId, by: caller.kind };
    await audit.record({
      event: 'browser_signed_out',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details,
    });
    return session;
  });
  const isOwn = caller.kind === 'browser' && caller.tokenHash === ended.tokenHash;
  return respond(204, undefined, isOwn ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {});
};
