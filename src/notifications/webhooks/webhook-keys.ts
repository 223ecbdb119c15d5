import { noNextKey, webhookNotFound } from '../errors.ts';
import { auditActor, requireApp } from '../apps/require-app.ts';
import type { NotificationsHandler } from '../handler.ts';

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

/** Deletes the shared secrets. Webhooks are then signed with Ed25519 only. */
export const deleteWebhookSecret: NotificationsHandler<'deleteWebhookSecret'> = async ({
  path,
  caller,
  request,
  store,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  await store.atomically(async ({ webhookKeys, audit }) => {
    if (!(await webhookKeys.deleteSecret(appId))) throw webhookNotFound();
    await audit.record({ event: 'webhook_secret_deleted', appId, ...auditActor(caller, request) });
  });
  return respond(204);
};

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
