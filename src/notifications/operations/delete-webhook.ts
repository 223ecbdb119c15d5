import { webhookNotFound } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Deletes the webhook with its keys and drops pending deliveries. */
export const deleteWebhook: NotificationsHandler<'deleteWebhook'> = async ({
  path,
  caller,
  request,
  now,
  store,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  await store.atomically(async ({ webhooks, audit }) => {
    if (!(await webhooks.delete(appId, now()))) throw webhookNotFound();
    await audit.record({ event: 'webhook_removed', appId, ...auditActor(caller, request) });
  });
  return respond(204);
};
