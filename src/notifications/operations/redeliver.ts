import { deliveryNotFound, deliveryPending, noWebhook, webhookPaused } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';
import { presentDelivery } from '../presented.ts';

const refusals = {
  not_found: deliveryNotFound,
  delivery_pending: deliveryPending,
  webhook_paused: webhookPaused,
  no_webhook: noWebhook,
};

/** A settled delivery becomes pending again with fresh attempts, to the URL of today; its log continues. */
export const redeliver: NotificationsHandler<'redeliver'> = async ({ path, caller, store, signals, respond }) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const key = { appId, deliveryId: path.deliveryId };
  const result = await store.deliveries.redeliver(key);
  if (result !== 'pending_again') throw refusals[result]();
  const delivery = await store.deliveries.find(key);
  if (!delivery) throw deliveryNotFound();
  signals.emit('deliveries', undefined);
  return respond(202, presentDelivery(delivery));
};
