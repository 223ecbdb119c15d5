import { urlRefused } from '../errors.ts';
import { auditActor } from '../audit-actor.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { webhookResponse } from '../responses.ts';

/** Creates the webhook and returns its public key once, or changes the URL of the existing one and resumes it. */
export const setWebhook: NotificationsHandler<'setWebhook'> = async ({
  path,
  body,
  caller,
  request,
  store,
  now,
  checkUrl,
  webhookKeyring,
  eventBus,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const refusal = await checkUrl(body.url);
  if (refusal) throw urlRefused('url', refusal);
  const keyPair = webhookKeyring.create();
  const { webhook, created } = await store.atomically(async ({ webhooks, audit }) => {
    const put = await webhooks.set({ appId, url: body.url, createdAt: now(), ...keyPair });
    const event = put.created ? 'webhook_registered' : 'webhook_changed';
    await audit.record({ event, appId, ...auditActor(caller, request), details: { url: body.url } });
    return put;
  });
  const shown = webhookResponse(webhook, await store.webhooks.health(appId));
  if (created) return respond(201, { ...shown, publicKey: keyPair.publicKey });
  eventBus.emit('deliveries', undefined);
  return respond(200, shown);
};
