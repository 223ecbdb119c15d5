import type { SsoHandler } from '../handler.ts';
import { clearedOwnerCookie } from '../owner-cookie.ts';

/** Ends the browser session; connected applications stay connected, and those of this browser get a logout token. */
export const deleteOwnerSession: SsoHandler<'deleteOwnerSession'> = async ({
  caller,
  atomically,
  now,
  request,
  settings,
  respond,
}) => {
  const at = now();
  await atomically(async ({ browserSessions, audit }) => {
    await browserSessions.signOut(caller.tokenHash, at);
    await audit.record({
      event: 'browser_signed_out',
      at,
      requestId: request.id,
      ownerSub: caller.sub,
      ip: request.ip,
    });
  });
  return respond(204, undefined, { 'set-cookie': clearedOwnerCookie(settings.issuer) });
};
