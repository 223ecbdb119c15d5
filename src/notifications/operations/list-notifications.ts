import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { invalidListCursor } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { notificationIdPattern } from '../notification-id.ts';
import { parseSince } from '../parse-since.ts';
import { requireKeyScope } from '../require-key-scope.ts';
import { sentNotificationResponse } from '../responses.ts';

/** Lists the sends of the app, oldest first. */
export const listNotifications: NotificationsHandler<'listNotifications'> = async ({ app, query, store, respond }) => {
  requireKeyScope(app, 'read');
  const { since, status, test = false, limit = 50 } = query;
  const listed = await store.sentNotifications.list({
    appId: app.id,
    test: test || app.environment === 'test',
    since: since === undefined ? undefined : parseSince(since),
    status,
    after: decodePageCursor(query.cursor, notificationIdPattern, invalidListCursor),
    limit: limit + 1,
  });
  const { items, nextCursor } = createPage(listed, limit, ({ sentAt, id }) => ({ at: sentAt, id }));
  return respond(200, { notifications: items.map(sentNotificationResponse), nextCursor });
};
