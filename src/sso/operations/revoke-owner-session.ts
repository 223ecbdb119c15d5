import { ownerNotFound, ownerSessionNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Disconnects one session of an owner. */
export const revokeOwnerSession: SsoHandler<'revokeOwnerSession'> = async ({
  path: { sub, sessionId },
  administrator,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  await atomically(async ({ ownerAdministration, sessions, audit }) => {
    if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
    const session = await sessions.revoke({ id: sessionId, ownerSub: sub, at, reason: 'administrator' });
    if (!session) throw ownerSessionNotFound(sub, sessionId);
    await audit.record({
      event: 'session_revoked',
      at,
      requestId: request.id,
      ownerSub: sub,
      clientAddress: session.clientAddress,
      ip: request.ip,
      administrator,
      details: { sessionId, reason: 'administrator' },
    });
  });
  metrics.revoked('administrator');
  return respond(204);
};
