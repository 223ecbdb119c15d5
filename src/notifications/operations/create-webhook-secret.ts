import { webhookNotFound } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Creates the shared secret of HMAC signatures. An earlier one signs beside it for 24 hours. */
export const createWebhookSecret: NotificationsHandler<'createWebhookSecret'> = async ({
  path,
  caller,
  request,
  store,
  webhookSecrets,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const { secret, sealedSecret } = webhookSecrets.create();
  await store.atomically(async ({ webhookKeys, audit }) => {
    if (!(await webhookKeys.setSecret(appId, sealedSecret))) throw webhookNotFound();
    await audit.record({ event: 'webhook_secret_created', appId, ...auditActor(caller, request) });
  });
  return respond(201, { secret }, { 'cache-control': 'no-store' });
};
