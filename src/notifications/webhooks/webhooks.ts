import { urlRefused, webhookNotFound, webhookPaused, noNextKey } from '../errors.ts';
import { type NotificationsHandler, auditActor, requireApp } from '../handler.ts';
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
export const setWebhook: NotificationsHandler<'setWebhook'> = async (input) => {
  const { path, body, caller, request, store, now, checkUrl, webhookKeyring, eventBus, respond } = input;
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
export const deleteWebhook: NotificationsHandler<'deleteWebhook'> = async (input) => {
  const { path, caller, request, now, store, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  await store.atomically(async ({ webhooks, audit }) => {
    if (!(await webhooks.delete(appId, now()))) throw webhookNotFound();
    await audit.record({ event: 'webhook_removed', appId, ...auditActor(caller, request) });
  });
  return respond(204);
};

/** Queues one `delivered` event with `test: true` and the caller as recipient. */
export const testWebhook: NotificationsHandler<'testWebhook'> = async (input) => {
  const { path, caller, store, newId, eventBus, respond } = input;
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
export const resumeWebhook: NotificationsHandler<'resumeWebhook'> = async (input) => {
  const { path, caller, request, store, now, eventBus, respond } = input;
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

/** Creates the shared secret of HMAC signatures. An earlier one signs beside it for 24 hours. */
export const createWebhookSecret: NotificationsHandler<'createWebhookSecret'> = async (input) => {
  const { path, caller, request, store, webhookSecrets, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  const { secret, sealedSecret } = webhookSecrets.create();
  await store.atomically(async ({ webhookKeys, audit }) => {
    if (!(await webhookKeys.setSecret(appId, sealedSecret))) throw webhookNotFound();
    await audit.record({ event: 'webhook_secret_created', appId, ...auditActor(caller, request) });
  });
  return respond(201, { secret }, { 'cache-control': 'no-store' });
};

/** Deletes the shared secrets. Webhooks are then signed with Ed25519 only. */
export const deleteWebhookSecret: NotificationsHandler<'deleteWebhookSecret'> = async (input) => {
  const { path, caller, request, store, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  await store.atomically(async ({ webhookKeys, audit }) => {
    if (!(await webhookKeys.deleteSecret(appId))) throw webhookNotFound();
    await audit.record({ event: 'webhook_secret_deleted', appId, ...auditActor(caller, request) });
  });
  return respond(204);
};

/** Announces a key pair that signs webhooks from 24 hours later, or returns the key pair that is already announced. */
export const announceWebhookKey: NotificationsHandler<'announceWebhookKey'> = async (input) => {
  const { path, caller, request, store, webhookKeyring, respond } = input;
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

/** Activates the announced key pair, which signs all further attempts. */
export const activateWebhookKey: NotificationsHandler<'activateWebhookKey'> = async (input) => {
  const { path, caller, request, store, respond } = input;
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

/** Replaces the signing key. The new key signs all further attempts, including retries of earlier events. */
export const rotateWebhookKey: NotificationsHandler<'rotateWebhookKey'> = async (input) => {
  const { path, caller, request, store, webhookKeyring, respond } = input;
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
