import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Revokes all of the caller's sessions with one application. */
export const revokeConnectedClient: SsoHandler<'revokeConnectedClient'> = async ({
  path: { clientId },
  caller,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const revoked = await atomically(async ({ sessions, consents, audit }) => {
    await consents.revoke(ownerSub, clientId);
    const ended = await sessions.revokeClient({ clientAddress: clientId, ownerSub, at, reason: 'owner' });
    if (ended > 0)
      await audit.record({
        event: 'session_revoked',
        at,
        requestId: request.id,
        ownerSub,
        clientAddress: clientId,
        ip: request.ip,
        details: { sessions: ended, reason: 'owner' },
      });
    return ended;
  });
  metrics.revoked('owner', revoked);
  return respond(200, { revoked });
};
