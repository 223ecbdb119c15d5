import { webhookNotFound } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Deletes the shared secrets. Webhooks are then signed with Ed25519 only. */
export const deleteWebhookSecret: NotificationsHandler<'deleteWebhookSecret'> = async ({
  path,
  caller,
  request,
  store,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  await store.atomically(async ({ webhookKeys, audit }) => {
    if (!(await webhookKeys.deleteSecret(appId))) throw webhookNotFound();
    await audit.record({ event: 'webhook_secret_deleted', appId, ...auditActor(caller, request) });
  });
  return respond(204);
};
