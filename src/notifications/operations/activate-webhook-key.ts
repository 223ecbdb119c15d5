import { noNextKey, webhookNotFound } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Activates the announced key pair, which signs all further attempts. */
export const activateWebhookKey: NotificationsHandler<'activateWebhookKey'> = async ({
  path,
  caller,
  request,
  store,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const { publicKey, previousPublicKey } = await store.atomically(async ({ webhookKeys, audit }) => {
    const replaced = await webhookKeys.activate(appId);
    if (replaced === 'no_webhook') throw webhookNotFound();
    if (replaced === 'no_next_key') throw noNextKey();
    const details = { publicKey: replaced.publicKey, previousPublicKey: replaced.previousPublicKey };
    await audit.record({ event: 'webhook_key_activated', appId, ...auditActor(caller, request), details });
    return replaced;
  });
  return respond(200, { publicKey, previousPublicKey });
};
