import { uuidPattern } from '../../runtime/ids.ts';
import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { invalidListCursor } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { deliveryResponse } from '../responses.ts';

/** Lists the app's webhook deliveries, newest first. */
export const listDeliveries: NotificationsHandler<'listDeliveries'> = async ({
  path,
  query,
  caller,
  store,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const { state, notificationId, status, limit = 50 } = query;
  const after = decodePageCursor(query.cursor, uuidPattern, invalidListCursor)?.id;
  const listed = await store.deliveries.list({ appId, state, notificationId, status, after, limit: limit + 1 });
  const { items, nextCursor } = createPage(listed, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return respond(200, { deliveries: items.map(deliveryResponse), nextCursor });
};
