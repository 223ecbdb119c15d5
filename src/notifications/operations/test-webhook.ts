import { webhookNotFound, webhookPaused } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { notificationId } from '../notification-id.ts';
import { requireApp } from '../require-app.ts';
import { deliveryResponse } from '../responses.ts';

/** Queues one `delivered` event with `test: true` and the caller as recipient. */
export const testWebhook: NotificationsHandler<'testWebhook'> = async ({
  path,
  caller,
  store,
  newId,
  eventBus,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const delivery = await store.deliveries.queueTestEvent({
    appId,
    notificationId: notificationId(newId(), 'test'),
    sessionAddress: caller.sub,
  });
  if (delivery === 'no_webhook') throw webhookNotFound();
  if (delivery === 'webhook_paused') throw webhookPaused();
  eventBus.emit('deliveries', undefined);
  return respond(202, deliveryResponse(delivery));
};
