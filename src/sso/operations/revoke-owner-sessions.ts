import { ownerNotFound } from '../errors/administration-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Ends all sessions of an owner: of applications, of agents and of browsers. Idempotent. */
export const revokeOwnerSessions: SsoHandler<'revokeOwnerSessions'> = async ({
  path: { sub },
  administrator,
  atomically,
  metrics,
  now,
  request,
  respond,
}) => {
  const at = now();
  const { connected, browser } = await atomically(async ({ ownerAdministration, sessions, browserSessions, audit }) => {
    if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
    const open = await ownerAdministration.countSessions(sub, at);
    await ownerAdministration.expireCodes(sub, at);
    await browserSessions.deleteAll(sub, at);
    const ended = await sessions.revokeOwner({ ownerSub: sub, at, reason: 'administrator' });
    await audit.record({
      event: 'session_revoked',
      at,
      requestId: request.id,
      ownerSub: sub,
      ip: request.ip,
      administrator,
      details: { reason: 'administrator', sessions: ended, browsers: open.browser },
    });
    return { connected: ended, browser: open.browser };
  });
  metrics.revoked('administrator', connected);
  return respond(200, { revoked: connected + browser });
};
