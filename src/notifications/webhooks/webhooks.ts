import { urlRefused, webhookNotFound, webhookPaused } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { auditActor, requireApp } from '../apps/require-app.ts';
import { deliveryResponse, webhookResponse } from '../responses.ts';
import { notificationId } from '../sends/notification.ts';

/** Returns the webhook without its public key. */
export const getWebhook: NotificationsHandler<'getWebhook'> = async ({ path, caller, store, respond }) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const webhook = await store.webhooks.find(appId);
  if (!webhook) throw webhookNotFound();
  return respond(200, webhookResponse(webhook, await store.webhooks.health(appId)));
};

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

/** Queues one `delivered` event with `test: true` and the caller as recipient. */
export const testWebhook: NotificationsHandler<'testWebhook'> = async ({
  path,
  caller,
  store,
  newId,
  eventBus,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const delivery = await store.deliveries.queueTestEvent({
    appId,
    notificationId: notificationId(newId(), 'test', appId),
    sessionAddress: caller.sub,
  });
  if (delivery === 'no_webhook') throw webhookNotFound();
  if (delivery === 'webhook_paused') throw webhookPaused();
  eventBus.emit('deliveries', undefined);
  return respond(202, deliveryResponse(delivery));
};

/** Resumes a paused webhook and makes its waiting deliveries due. An active webhook stays unchanged. */
export const resumeWebhook: NotificationsHandler<'resumeWebhook'> = async ({
  path,
  caller,
  request,
  store,
  now,
  eventBus,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const webhook = await store.atomically(async ({ webhooks, audit }) => {
    const resumed = await webhooks.resume(appId, now());
    if (!resumed) throw webhookNotFound();
    await audit.record({ event: 'webhook_resumed', appId, ...auditActor(caller, request) });
    return resumed;
  });
  eventBus.emit('deliveries', undefined);
  return respond(200, webhookResponse(webhook, await store.webhooks.health(appId)));
};
