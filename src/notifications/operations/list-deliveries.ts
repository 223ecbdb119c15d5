import { uuidPattern } from '../../runtime/ids.ts';
import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { cursorUnknown } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';
import { presentDelivery } from '../presented.ts';

/** The app's webhook deliveries, newest first. */
export const listDeliveries: NotificationsHandler<'listDeliveries'> = async ({
  path,
  query,
  caller,
  store,
  respond,
}) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const { state, notificationId, limit = 50 } = query;
  const after = decodePageCursor(query.cursor, uuidPattern, cursorUnknown)?.id;
  const listed = await store.deliveries.list({ appId, state, notificationId, after, limit: limit + 1 });
  const { items, nextCursor } = createPage(listed, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return respond(200, { deliveries: items.map(presentDelivery), nextCursor });
};
