import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { ownerNotFound } from '../errors/administration-errors.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { connectedSessionResponse } from '../responses.ts';

/** Lists the live sessions of an owner, without the owner's own names for them. */
export const listOwnerSessions: SsoHandler<'listOwnerSessions'> = async ({
  path: { sub },
  query: { limit = 20, cursor },
  ownerAdministration,
  connections,
  now,
  respond,
}) => {
  const after = decodePageCursor(cursor, uuidPattern, unknownListCursor);
  if (!(await ownerAdministration.state(sub))) throw ownerNotFound(sub);
  const found = await connections.list({ ownerSub: sub, at: now(), limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return respond(200, {
    sessions: items.map((session) => ({ ...connectedSessionResponse(session), name: null })),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};
