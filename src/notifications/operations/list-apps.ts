import { uuidPattern } from '../../runtime/ids.ts';
import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { invalidListCursor } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { appResponse } from '../responses.ts';

/** Lists the apps of which the caller is a member, newest first. */
export const listApps: NotificationsHandler<'listApps'> = async ({ query, caller, store, respond }) => {
  const limit = query.limit ?? 50;
  const after = decodePageCursor(query.cursor, uuidPattern, invalidListCursor)?.id;
  const listed = await store.apps.list({ sub: caller.sub, deleted: query.deleted ?? false, after, limit: limit + 1 });
  const { items, nextCursor } = createPage(listed, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return respond(200, { apps: items.map((app) => appResponse({ ...app, icon: null })), nextCursor });
};
