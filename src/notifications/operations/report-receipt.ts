import { notificationNotFound, outcomeSettled } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** The push arrived, or was tapped; `clicked` alone says both. A repeated receipt changes nothing. */
export const reportReceipt: NotificationsHandler<'reportReceipt'> = async ({
  path,
  body,
  caller,
  store,
  signals,
  respond,
}) => {
  const { notificationId } = path;
  const result = await store.pushes.receive({ sessionAddress: caller.sub, notificationId, status: body.status });
  if (result === undefined) throw notificationNotFound();
  if (result !== 'recorded') throw outcomeSettled(result);
  signals.emit('deliveries', undefined);
  return respond(204);
};
