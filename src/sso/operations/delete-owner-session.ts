import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';

/** Ends the browser session; connected applications stay connected. */
export const deleteOwnerSession: SsoHandler<'deleteOwnerSession'> = async ({
  caller,
  atomically,
  now,
  request,
  settings,
  respond,
}) => {
  await atomically(async ({ browserSessions, audit }) => {
    await browserSessions.delete(caller.tokenHash);
    await audit.record({
      event: 'browser_signed_out',
      at: now(),
      requestId: request.id,
      ownerSub: caller.sub,
      ip: request.ip,
    });
  });
  return respond(204, undefined, { 'set-cookie': clearedOwnerCookie(settings.issuer) });
};
