import { urlRefused } from '../errors.ts';
import { by } from '../audited.ts';
import type { NotificationsHandler } from '../handler.ts';
import { ownedApp } from '../owned-app.ts';
import { presentWebhook } from '../presented.ts';

/** The first registration makes the key pair and shows the public key; later ones change the URL and resume. */
export const setWebhook: NotificationsHandler<'setWebhook'> = async ({
  path,
  body,
  caller,
  request,
  store,
  now,
  vetUrl,
  webhookKeys,
  signals,
  respond,
}) => {
  const { id: appId } = await ownedApp(store, path.appId, caller);
  const refusal = await vetUrl(body.url);
  if (refusal) throw urlRefused('url', refusal);
  const keyPair = webhookKeys.create();
  const { webhook, created } = await store.atomically(async ({ webhooks, audit }) => {
    const put = await webhooks.put({ appId, url: body.url, createdAt: now(), ...keyPair });
    const event = put.created ? 'webhook_registered' : 'webhook_changed';
    await audit.record({ event, appId, ...by(caller, request), details: { url: body.url } });
    return put;
  });
  if (created) return respond(201, { ...presentWebhook(webhook), publicKey: keyPair.publicKey });
  signals.emit('deliveries', undefined);
  return respond(200, presentWebhook(webhook));
};
