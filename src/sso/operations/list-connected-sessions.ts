import { uuidPattern } from '../../runtime/ids.ts';
import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';
import { connectedSessionResponse } from '../responses.ts';

/** Lists the caller's live sessions, the most recently created first. */
export const listConnectedSessions: SsoHandler<'listConnectedSessions'> = async ({
  query: { limit = 20, cursor },
  caller,
  connections,
  now,
  respond,
}) => {
  const after = decodePageCursor(cursor, uuidPattern, unknownListCursor);
  const found = await connections.list({ ownerSub: requireOwner(caller), at: now(), limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return respond(200, {
    sessions: items.map(connectedSessionResponse),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};
