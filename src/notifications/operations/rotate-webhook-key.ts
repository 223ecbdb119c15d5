import { webhookNotFound } from '../errors.ts';
import { by } from '../audited.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';

/** The new pair signs at once, retries of earlier events included. */
export const rotateWebhookKey: NotificationsHandler<'rotateWebhookKey'> = async ({
  path,
  caller,
  request,
  store,
  webhookKeys,
  respond,
}) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const keyPair = webhookKeys.create();
  const { publicKey } = keyPair;
  const previousPublicKey = await store.atomically(async ({ webhooks, audit }) => {
    const previous = await webhooks.rotate(appId, keyPair);
    if (previous === undefined) throw webhookNotFound();
    const details = { publicKey, previousPublicKey: previous };
    await audit.record({ event: 'webhook_key_rotated', appId, ...by(caller, request), details });
    return previous;
  });
  return respond(200, { publicKey, previousPublicKey });
};
