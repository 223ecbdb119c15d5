import { notificationNotFound, outcomeSettled } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** The push arrived, or was tapped; `clicked` alone says both. A repeated receipt changes nothing. */
export const createReceipt: NotificationsHandler<'createReceipt'> = async ({
  path,
  body,
  store,
  signals,
  respond,
  ...credentials
}) => {
  const { notificationId } = path;
  if ('notificationId' in credentials && credentials.notificationId !== notificationId) throw notificationNotFound();
  const { sub: sessionAddress } = credentials.caller;
  const result = await store.pushes.receive({ sessionAddress, notificationId, status: body.status });
  if (result === undefined) throw notificationNotFound();
  if (result !== 'recorded') throw outcomeSettled(result);
  signals.emit('deliveries', undefined);
  return respond(204);
};
