import { ofRequest } from './audit-store.ts';
import { byCreation, type PageRequest } from '../../runtime/http/page.ts';
import { ownerNotFound, ownerSessionNotFound } from '../errors/administration-errors.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import { browserSessionResponse } from '../sessions/browser-sessions.ts';
import { connectedSessionResponse } from '../sessions/connections.ts';

/** Lists the live sessions of an owner, without the owner's own names for them. */
export const listOwnerSessions: SsoHandler<'listOwnerSessions'> = async ({
  path: { sub },
  query,
  ownerAdministration,
  connections,
  settings,
  now,
  respond,
}) => {
  const list = async (page: PageRequest) => {
    if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
    return connections.list({ ownerSub: sub, at: now(), ...page });
  };
  const { items, ...page } = await readPage(query, list, byCreation);
  return respond(200, {
    sessions: items.map((session) => ({ ...connectedSessionResponse(session, settings), name: null })),
    ...page,
  });
};

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
      ...ofRequest(request),
      ownerSub: sub,
      administrator,
      details: { sessionId },
    },
  });
  if (!ended) throw ownerSessionNotFound(sub, sessionId);
  metrics.revoked('administrator', ended.sessions);
  return respond(204);
};

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
    event: { event: 'session_revoked', at, ...ofRequest(request), ownerSub: sub, administrator },
  });
  if (!ended) throw ownerNotFound(sub);
  metrics.revoked('administrator', ended.sessions);
  return respond(200, { revoked: ended.sessions + ended.browserSessions });
};

/** Lists the browsers in which an owner is signed in. */
export const listOwnerBrowserSessions: SsoHandler<'listOwnerBrowserSessions'> = async ({
  path: { sub },
  query,
  ownerAdministration,
  browserSessions,
  now,
  respond,
}) => {
  const list = async (page: PageRequest) => {
    if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
    return browserSessions.list({ sub, at: now(), ...page });
  };
  const { items, ...page } = await readPage(query, list, byCreation);
  return respond(200, {
    browserSessions: items.map((session) => ({ ...browserSessionResponse(session), current: false })),
    ...page,
  });
};
