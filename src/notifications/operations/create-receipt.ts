import { notificationNotFound, outcomeSettled } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Records that a push was shown or tapped; `clicked` implies `delivered`. A repeated receipt changes nothing. */
export const createReceipt: NotificationsHandler<'createReceipt'> = async ({
  path,
  body,
  store,
  eventBus,
  respond,
  ...credentials
}) => {
  const { notificationId } = path;
  if ('notificationId' in credentials && credentials.notificationId !== notificationId) throw notificationNotFound();
  const { sub: sessionAddress } = credentials.caller;
  const result = await store.pushes.recordReceipt({ sessionAddress, notificationId, status: body.status });
  if (result === undefined) throw notificationNotFound();
  if (result !== 'recorded') throw outcomeSettled(result);
  eventBus.emit('deliveries', undefined);
  return respond(204);
};
