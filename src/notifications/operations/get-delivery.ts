import { deliveryNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';
import { presentDelivery } from '../presented.ts';

export const getDelivery: NotificationsHandler<'getDelivery'> = async ({ path, caller, store, respond }) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const delivery = await store.deliveries.find({ appId, deliveryId: path.deliveryId });
  if (!delivery) throw deliveryNotFound();
  return respond(200, presentDelivery(delivery));
};
