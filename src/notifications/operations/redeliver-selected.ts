import { webhookNotFound, webhookPaused } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Queues the settled ones of the selected deliveries again. */
export const redeliverSelected: NotificationsHandler<'redeliverSelected'> = async ({
  path,
  body,
  caller,
  store,
  eventBus,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const result = await store.recovery.redeliverSelected({ appId, deliveryIds: body.deliveryIds });
  if (result === 'no_webhook') throw webhookNotFound();
  if (result === 'webhook_paused') throw webhookPaused();
  eventBus.emit('deliveries', undefined);
  return respond(202, { redelivered: [...result] });
};
