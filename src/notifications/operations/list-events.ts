import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { invalidListCursor } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { parseSince } from '../parse-since.ts';
import { requireKeyScope } from '../require-key-scope.ts';

/** Ids of positions: a notification and a status. */
const positionPattern = /^ntf_(test_)?[0-9A-Za-z]{20,40} [a-z][a-z0-9_]{0,63}$/;

/** Lists the status events of the app, oldest first. */
export const listEvents: NotificationsHandler<'listEvents'> = async ({ app, query, store, respond }) => {
  requireKeyScope(app, 'read');
  const { since, limit = 50 } = query;
  const listed = await store.statusEvents.list({
    appId: app.id,
    environment: app.environment,
    since: parseSince(since),
    after: decodePageCursor(query.cursor, positionPattern, invalidListCursor),
    limit: limit + 1,
  });
  const { items, nextCursor } = createPage(listed, limit, ({ recordedAt, id }) => ({ at: recordedAt, id }));
  const events = items.map(({ notificationId, status, sessionAddress, test, recordedAt }) => ({
    notificationId,
    status,
    sessionAddress,
    test,
    recordedAt: recordedAt.toISOString(),
  }));
  return respond(200, { events, nextCursor });
};
