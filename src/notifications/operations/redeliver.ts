import { deliveryNotFound, deliveryPending, noWebhook, webhookPaused } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { deliveryResponse } from '../responses.ts';

const refusals = {
  not_found: deliveryNotFound,
  delivery_pending: deliveryPending,
  webhook_paused: webhookPaused,
  no_webhook: noWebhook,
};

/** Queues a settled delivery again with a full set of attempts. Its attempt log continues. */
export const redeliver: NotificationsHandler<'redeliver'> = async ({ path, caller, store, eventBus, respond }) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const key = { appId, deliveryId: path.deliveryId };
  const result = await store.deliveries.redeliver(key);
  if (result !== 'requeued') throw refusals[result]();
  const delivery = await store.deliveries.find(key);
  if (!delivery) throw deliveryNotFound();
  eventBus.emit('deliveries', undefined);
  return respond(202, deliveryResponse(delivery));
};
