import { uuidPattern } from '../../runtime/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { invalidListCursor } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { administeredAppResponse } from '../responses.ts';

/** Lists the apps of all developers, newest first. */
export const listAllApps: NotificationsHandler<'listAllApps'> = async ({ query, store, respond }) => {
  const { webhook, owner, limit = 50, cursor } = query;
  const after = decodePageCursor(cursor, uuidPattern, invalidListCursor)?.id;
  const listed = await store.appAdministration.list({ webhook, ownerSub: owner, after, limit: limit + 1 });
  const { items, nextCursor } = createPage(listed, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return respond(200, { apps: items.map(administeredAppResponse), nextCursor }, { 'cache-control': 'no-store' });
};
