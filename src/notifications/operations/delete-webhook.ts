import { webhookNotFound } from '../errors.ts';
import { by } from '../audited.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';

/** The keys go too; deliveries that still wait are dropped. */
export const deleteWebhook: NotificationsHandler<'deleteWebhook'> = async ({
  path,
  caller,
  request,
  store,
  respond,
}) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  await store.atomically(async ({ webhooks, audit }) => {
    if (!(await webhooks.remove(appId))) throw webhookNotFound();
    await audit.record({ event: 'webhook_removed', appId, ...by(caller, request) });
  });
  return respond(204);
};
