import type { SsoHandler } from '../handler.ts';
import { ownerOf } from '../owner-of.ts';
import { decodeCursor, pageOf } from '../page-cursor.ts';

const sessionId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The caller's live sessions, the most recently created first. */
export const listConnectedSessions: SsoHandler<'listConnectedSessions'> = async ({
  query: { limit = 20, cursor },
  caller,
  sessions,
  now,
  respond,
}) => {
  const after = decodeCursor(cursor, sessionId);
  const found = await sessions.list({ ownerSub: ownerOf(caller), at: now(), limit: limit + 1, after });
  const { items, ...page } = pageOf(found, limit, (session) => session);
  return respond(200, {
    sessions: items.map((session) => ({
      sessionId: session.id,
      clientId: session.clientAddress,
      applicationName: session.applicationName,
      jkt: session.jkt,
      createdAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    })),
    ...page,
  });
};
