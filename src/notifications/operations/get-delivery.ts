import { deliveryNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { deliveryResponse } from '../responses.ts';

export const getDelivery: NotificationsHandler<'getDelivery'> = async ({ path, caller, store, respond }) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const delivery = await store.deliveries.find({ appId, deliveryId: path.deliveryId });
  if (!delivery) throw deliveryNotFound();
  return respond(200, deliveryResponse(delivery));
};
