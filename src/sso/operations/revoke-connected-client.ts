import type { SsoHandler } from '../handler.ts';
import { ownerOf } from '../owner-of.ts';

/** Disconnects all of the caller's sessions with one application. */
export const revokeConnectedClient: SsoHandler<'revokeConnectedClient'> = async ({
  path: { clientId },
  caller,
  sessions,
  audit,
  now,
  request,
  respond,
}) => {
  const ownerSub = ownerOf(caller);
  const at = now();
  const revoked = await sessions.revokeClient({ clientAddress: clientId, ownerSub, at, reason: 'owner' });
  if (revoked > 0) {
    await audit.record({
      event: 'session_revoked',
      at,
      requestId: request.id,
      ownerSub,
      clientAddress: clientId,
      ip: request.ip,
      details: { sessions: revoked, reason: 'owner' },
    });
  }
  return respond(200, { revoked });
};
