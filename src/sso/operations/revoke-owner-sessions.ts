import { ownerNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Ends all sessions of an owner: of applications, of agents and of browsers. Idempotent. */
export const revokeOwnerSessions: SsoHandler<'revokeOwnerSessions'> = async ({
  path: { sub },
  administrator,
  sessionTree,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  const ended = await sessionTree.endSession({
    node: { kind: 'owner', sub },
    reason: 'administrator',
    at,
    event: { event: 'session_revoked', at, requestId: request.id, ownerSub: sub, ip: request.ip, administrator },
  });
  if (!ended) throw ownerNotFound(sub);
  metrics.revoked('administrator', ended.sessions);
  return respond(200, { revoked: ended.sessions + ended.browserSessions });
};
