import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { administratorResponse } from '../responses.ts';

/** Lists all administrators, the most recently created first. */
export const listAdministrators: SsoHandler<'listAdministrators'> = async ({
  query: { limit = 20, cursor },
  administrators,
  now,
  respond,
}) => {
  const after = decodePageCursor(cursor, uuidPattern, unknownListCursor);
  const found = await administrators.list({ limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const at = now();
  return respond(200, {
    administrators: items.map((administrator) => administratorResponse(administrator, at)),
    hasMore: nextCursor !== null,
    nextCursor,
  });
};
