import { webhookNotFound } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';

/** Replaces the signing key. The new key signs all further attempts, including retries of earlier events. */
export const rotateWebhookKey: NotificationsHandler<'rotateWebhookKey'> = async ({
  path,
  caller,
  request,
  store,
  webhookKeyring,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const keyPair = webhookKeyring.create();
  const { publicKey } = keyPair;
  const previousPublicKey = await store.atomically(async ({ webhookKeys, audit }) => {
    const previous = await webhookKeys.rotate(appId, keyPair);
    if (previous === undefined) throw webhookNotFound();
    const details = { publicKey, previousPublicKey: previous };
    await audit.record({ event: 'webhook_key_rotated', appId, ...auditActor(caller, request), details });
    return previous;
  });
  return respond(200, { publicKey, previousPublicKey });
};
