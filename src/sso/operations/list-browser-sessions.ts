import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { placeResponse } from '../place.ts';
import { requireOwner } from '../require-owner.ts';

/** Lists the browsers in which the caller is signed in, the most recently signed-in first. */
export const listBrowserSessions: SsoHandler<'listBrowserSessions'> = async ({
  query: { limit = 20, cursor },
  caller,
  browserSessions,
  now,
  respond,
}) => {
  const after = decodePageCursor(cursor, uuidPattern, unknownListCursor);
  const found = await browserSessions.list({ sub: requireOwner(caller), at: now(), limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return respond(200, {
    browserSessions: items.map((session) => ({
      browserSessionId: session.id,
      ...(session.place && { place: placeResponse(session.place) }),
      createdAt: session.createdAt.toISOString(),
      lastUsedAt: session.lastUsedAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
      current: caller.kind === 'browser' && caller.tokenHash === session.tokenHash,
    })),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};
