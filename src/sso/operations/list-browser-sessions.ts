import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';
import { browserSessionResponse } from '../responses.ts';

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
      ...browserSessionResponse(session),
      current: caller.kind === 'browser' && caller.tokenHash === session.tokenHash,
    })),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};
