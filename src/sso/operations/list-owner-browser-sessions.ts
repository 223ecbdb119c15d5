import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { ownerNotFound } from '../errors/administration-errors.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { browserSessionResponse } from '../responses.ts';

/** Lists the browsers in which an owner is signed in. */
export const listOwnerBrowserSessions: SsoHandler<'listOwnerBrowserSessions'> = async ({
  path: { sub },
  query: { limit = 20, cursor },
  ownerAdministration,
  browserSessions,
  now,
  respond,
}) => {
  const after = decodePageCursor(cursor, uuidPattern, unknownListCursor);
  if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
  const found = await browserSessions.list({ sub, at: now(), limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return respond(200, {
    browserSessions: items.map((session) => ({ ...browserSessionResponse(session), current: false })),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};
