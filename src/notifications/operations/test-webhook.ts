import { webhookNotFound, webhookPaused } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { notificationId } from '../notification-id.ts';
import { ownedApp } from '../owned-app.ts';
import { presentDelivery } from '../presented.ts';

/** Queues one `delivered` event with `test: true`, the caller as recipient. */
export const testWebhook: NotificationsHandler<'testWebhook'> = async ({
  path,
  caller,
  store,
  newId,
  signals,
  respond,
}) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const delivery = await store.deliveries.test({
    appId,
    notificationId: notificationId(newId(), 'test'),
    sessionAddress: caller.sub,
  });
  if (delivery === 'no_webhook') throw webhookNotFound();
  if (delivery === 'webhook_paused') throw webhookPaused();
  signals.emit('deliveries', undefined);
  return respond(202, presentDelivery(delivery));
};
