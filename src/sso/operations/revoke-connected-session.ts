import { sessionNotFound } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Revokes one of the caller's sessions, with the helpers below it. */
export const revokeConnectedSession: SsoHandler<'revokeConnectedSession'> = async ({
  path: { sessionId },
  caller,
  sessionTree,
  metrics,
  now,
  request,
  respond,
}) => {
  const ownerSub = requireOwner(caller);
  const at = now();
  const ended = await sessionTree.endSession({
    node: { kind: 'session', id: sessionId, sub: ownerSub },
    reason: 'owner',
    at,
    event: { event: 'session_revoked', at, requestId: request.id, ownerSub, ip: request.ip, details: { sessionId } },
  });
  if (!ended) throw sessionNotFound(sessionId);
  metrics.revoked('owner', ended.sessions);
  return respond(204);
};
