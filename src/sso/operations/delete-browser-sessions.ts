import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';
import { requireOwner } from '../require-owner.ts';

/** Ends all of the caller's browser sessions, the one of this request included. */
export const deleteBrowserSessions: SsoHandler<'deleteBrowserSessions'> = async ({ caller, respond, ...context }) => {
  const { atomically, now, request, settings } = context;
  const sub = requireOwner(caller);
  const at = now();
  await atomically(async ({ browserSessions, audit }) => {
    await browserSessions.deleteAll(sub, at);
    await audit.record({
      event: 'browser_signed_out',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      details: { scope: 'all_browsers', by: caller.kind },
    });
  });
  return respond(
    204,
    undefined,
    caller.kind === 'browser' ? { 'set-cookie': clearedOwnerCookie(settings.issuer) } : {},
  );
};
