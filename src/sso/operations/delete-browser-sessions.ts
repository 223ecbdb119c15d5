import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';
import { requireOwner } from '../require-owner.ts';

/** Ends all of the caller's browser sessions, the one of this request included, with what was started in them. */
export const deleteBrowserSessions: SsoHandler<'deleteBrowserSessions'> = async ({ caller, respond, ...context }) => {
  const { sessionTree, metrics, now, request, settings } = context;
  const sub = requireOwner(caller);
  const at = now();
  const ended = await sessionTree.endSession({
    node: { kind: 'browsers', sub },
    reason: 'ended',
    at,
    event: {
      event: 'browser_signed_out',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { scope: 'all_browsers', by: caller.kind },
    },
  });
  metrics.revoked('ended', ended?.sessions);
  return respond(
    204,
    undefined,
    caller.kind === 'browser' ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {},
  );
};
