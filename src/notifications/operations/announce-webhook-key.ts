import { webhookNotFound } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Announces a key pair that signs webhooks from 24 hours later, or returns the key pair that is already announced. */
export const announceWebhookKey: NotificationsHandler<'announceWebhookKey'> = async ({
  path,
  caller,
  request,
  store,
  webhookKeyring,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const announced = await store.atomically(async ({ webhookKeys, audit }) => {
    const key = await webhookKeys.announce(appId, webhookKeyring.create());
    if (key === undefined) throw webhookNotFound();
    if (!key.created) return key;
    const details = { nextPublicKey: key.nextPublicKey };
    await audit.record({ event: 'webhook_key_announced', appId, ...auditActor(caller, request), details });
    return key;
  });
  const { nextPublicKey, activatesAt, created } = announced;
  return respond(created ? 201 : 200, { nextPublicKey, activatesAt: activatesAt.toISOString() });
};
