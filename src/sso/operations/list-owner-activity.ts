import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { activityResponse } from '../activity/activity-response.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../require-owner.ts';

/** Form of an event's id. */
const eventId = /^[0-9]{1,15}$/;

/** Lists what happened to the caller's identity, the newest first. */
export const listOwnerActivity: SsoHandler<'listOwnerActivity'> = async ({
  query: { limit = 20, cursor },
  caller,
  activity,
  respond,
}) => {
  const after = decodePageCursor(cursor, eventId, unknownListCursor);
  const found = await activity.list({ sub: requireOwner(caller), limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ at, id }) => ({ at, id }));
  return respond(200, { events: items.map(activityResponse), hasMore: nextCursor !== null, nextCursor });
};
