import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { inviteResponse } from '../responses.ts';

/** Lists all invites, the most recently created first. */
export const listInvites: SsoHandler<'listInvites'> = async ({
  query: { limit = 20, cursor },
  invites,
  now,
  respond,
}) => {
  const after = decodePageCursor(cursor, uuidPattern, unknownListCursor);
  const found = await invites.list({ limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const at = now();
  return respond(200, {
    invites: items.map((invite) => inviteResponse(invite, at)),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};
