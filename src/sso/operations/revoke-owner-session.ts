import { ownerNotFound, ownerSessionNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Disconnects one session of an owner. */
export const revokeOwnerSession: SsoHandler<'revokeOwnerSession'> = async ({
  path: { sub, sessionId },
  administrator,
  ownerAdministration,
  sessionTree,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
  const ended = await sessionTree.endSession({
    node: { kind: 'session', id: sessionId, sub },
    reason: 'administrator',
    at,
    event: {
      event: 'session_revoked',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      administrator,
      details: { sessionId },
    },
  });
  if (!ended) throw ownerSessionNotFound(sub, sessionId);
  metrics.revoked('administrator', ended.sessions);
  return respond(204);
};
