import { webhookNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';

/** The keys go too; deliveries that still wait are dropped. */
export const deleteWebhook: NotificationsHandler<'deleteWebhook'> = async ({ path, caller, store, respond }) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  if (!(await store.webhooks.remove(appId))) throw webhookNotFound();
  return respond(204);
};
