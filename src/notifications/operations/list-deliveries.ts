import { decodeCursor, pageOf } from '../cursor.ts';
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
  const after = decodeCursor(query.cursor, 'by_id')?.id;
  const listed = await store.deliveries.list({ appId, state, notificationId, after, limit });
  const { rows, nextCursor } = pageOf(listed, limit, ({ id }) => ({ id }));
  return respond(200, { deliveries: rows.map(presentDelivery), nextCursor });
};
