import { sessionNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Revokes one of the caller's sessions. */
export const revokeConnectedSession: SsoHandler<'revokeConnectedSession'> = async ({
  path: { sessionId },
  caller,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  await atomically(async ({ sessions, audit }) => {
    const session = await sessions.revoke({ id: sessionId, ownerSub, at, reason: 'owner' });
    if (!session) throw sessionNotFound(sessionId);
    await audit.record({
      event: 'session_revoked',
      at,
      requestId: request.id,
      ownerSub,
      clientAddress: session.clientAddress,
      ip: request.ip,
      details: { sessionId, reason: 'owner' },
    });
  });
  metrics.revoked('owner');
  return respond(204);
};
