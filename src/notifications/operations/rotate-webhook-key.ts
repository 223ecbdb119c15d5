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
  const previousPublicKey = await store.webhooks.rotate(appId, keyPair);
  if (previousPublicKey === undefined) throw webhookNotFound();
  await store.audit.record({
    event: 'webhook_key_rotated',
    appId: appId,
    ...by(caller, request),
    details: { publicKey: keyPair.publicKey, previousPublicKey },
  });
  return respond(200, { publicKey: keyPair.publicKey, previousPublicKey });
};
