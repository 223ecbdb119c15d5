import { sha256Base64url } from '#sha256';
import { systemApp } from '../sends/notification.ts';
import type { NotificationsHandler } from '../handler.ts';
import {
  deviceNotFound,
  hostAppNotFound,
  invalidField,
  notificationNotFound,
  outcomeSettled,
  urlRefused,
} from '../errors.ts';
import type { components } from '../../../generated/notifications/types.ts';
import type { NotificationsHandlerContext } from '../context.ts';
import type { Receipt } from './push-store.ts';
import type { NewSubscription } from './device-store.ts';
import { sealSubscription, sealToken } from './web-push-transport.ts';
import { parsePushKey } from './push-credentials-store.ts';

/** Returns the VAPID public key that browsers subscribe with. */
export const getPushKey: NotificationsHandler<'getPushKey'> = async ({ vapidKeys, respond }) =>
  respond(200, { publicKey: await vapidKeys.currentPublicKey() }, { 'cache-control': 'public, max-age=300' });

/**
 * Maximum number of devices per person and transport. Transports are counted separately, so that open pages never displace the
 * push subscription of a browser.
 */
const maxDevices = 50;

const unknownKey =
  'publicKey is not a key of this service, or is no longer accepted; subscribe again with the key of getPushKey.';

const notConfigured = 'transport is not configured: the operator of this service has set no credentials for it.';

/** Registers a browser by its push subscription, a phone by its token, or an open page. */
export const createDevice: NotificationsHandler<'createDevice'> = async (input) => {
  const { body, caller, store, now, newId, respond } = input;
  const registered = await store.devices.create(
    {
      id: newId(),
      sessionAddress: caller.sub,
      transport: body.transport,
      createdAt: now(),
      subscription: await subscriptionOf(body, input),
    },
    maxDevices,
  );
  if (registered === undefined) throw invalidField('publicKey', 'unknown_key', unknownKey);
  const { device, created } = registered;
  const shown = { deviceId: device.id, transport: device.transport, createdAt: device.createdAt.toISOString() };
  return created ? respond(201, shown) : respond(200, shown);
};

async function subscriptionOf(
  body: components['schemas']['CreatePushDeviceRequest'],
  { masterKey, checkUrl, pushCredentials }: NotificationsHandlerContext,
): Promise<NewSubscription | undefined> {
  if (body.transport === 'stream') return undefined;
  if (body.transport === 'web-push') {
    const { subscription, publicKey } = body;
    const refusal = await checkUrl(subscription.endpoint);
    if (refusal) throw urlRefused('subscription/endpoint', refusal);
    const sealed = sealSubscription(masterKey, subscription);
    return { endpointHash: sha256Base64url(subscription.endpoint), sealed, publicKey };
  }
  const { transport, token } = body;
  if ((await pushCredentials.find(transport)) === undefined)
    throw invalidField('transport', 'not_configured', notConfigured);
  const endpointHash = sha256Base64url(`${transport} ${token}`);
  return { endpointHash, sealed: sealToken(masterKey, token), publicKey: undefined };
}

/** Registers the owner's app of a person, which pushes of the platform alone reach; it is consent to them. */
export const createSystemDevice: NotificationsHandler<'createSystemDevice'> = async ({ body, respond, ...context }) => {
  const { store, now, newId } = context;
  const { sessionAddress, subscription, publicKey } = body;
  const registered = await store.devices.create(
    {
      id: newId(),
      sessionAddress,
      transport: 'web-push',
      createdAt: now(),
      platformOnly: true,
      subscription: await subscriptionOf({ transport: 'web-push', subscription, publicKey }, context),
    },
    maxDevices,
  );
  if (registered === undefined) throw invalidField('publicKey', 'unknown_key', unknownKey);
  await store.consents.set({ appId: systemApp.id, sessionAddress, status: 'granted' });
  return respond(204);
};

/** Deletes a device of the caller and ends its stream. */
export const deleteDevice: NotificationsHandler<'deleteDevice'> = async (input) => {
  const { path, caller, store, eventBus, respond } = input;
  if (!(await store.devices.delete(caller.sub, path.deviceId))) throw deviceNotFound();
  eventBus.emit('pages', caller.sub, { replaced: path.deviceId });
  return respond(204);
};

/** Lifetime of a presence record, milliseconds: the host may close without clearing it. */
const presenceMs = 60_000;

/** Records which app the person has open on a device, or none. */
export const setPresence: NotificationsHandler<'setPresence'> = async ({ body, caller, store, now, respond }) => {
  const { appId, deviceId } = body;
  const key = { sessionAddress: caller.sub, deviceId };
  if (deviceId !== undefined && !(await store.devices.exists(caller.sub, deviceId))) throw deviceNotFound();
  if (appId === null) {
    await store.presence.delete(key);
    return respond(200, { appId: null, expiresAt: null });
  }
  const app = await store.apps.find(appId);
  if (!app) throw hostAppNotFound();
  const expiresAt = new Date(now().getTime() + presenceMs);
  await store.presence.set({ ...key, appId: app.id, expiresAt });
  return respond(200, { appId: app.id, expiresAt: expiresAt.toISOString() });
};

/**
 * Streams pushes as server-sent events until the device is deleted, a newer stream opens, or the token expires or is
 * revoked.
 */
export const streamPushes: NotificationsHandler<'streamPushes'> = async ({ query, caller, streams, respond }) => {
  const { sub: sessionAddress, expiresAt, status } = caller;
  const stream = await streams.open({ sessionAddress, deviceId: query.deviceId, expiresAt, status });
  if (!stream) throw deviceNotFound();
  return respond(200, stream, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Tells reverse proxies not to buffer events.
    'x-accel-buffering': 'no',
  });
};

/** Records that a push was shown or tapped; `clicked` implies `delivered`. A repeated receipt changes nothing. */
export const createReceipt: NotificationsHandler<'createReceipt'> = async (input) => {
  const { path, body, store, eventBus, respond, ...credentials } = input;
  const { notificationId } = path;
  if ('notificationId' in credentials && credentials.notificationId !== notificationId) throw notificationNotFound();
  const { sub: sessionAddress } = credentials.caller;
  await recordReceipt({ store, eventBus }, { sessionAddress, notificationId, status: body.status });
  return respond(204);
};

export async function recordReceipt(
  { store, eventBus }: Pick<NotificationsHandlerContext, 'store' | 'eventBus'>,
  receipt: Receipt,
): Promise<void> {
  const result = await store.pushes.recordReceipt(receipt);
  if (result === undefined) throw notificationNotFound();
  if (result.conflict !== undefined) throw outcomeSettled(result.conflict);
  // The platform's own app has no webhook.
  if (result.appId !== systemApp.id) eventBus.emit('deliveries', undefined);
}

/** Replaces the credentials for pushes to phones, and records who did it. */
export const setPushCredentials: NotificationsHandler<'setPushCredentials'> = async (input) => {
  const { path, body, store, pushCredentials, administrator, request, newId, now, respond } = input;
  const { transport } = body;
  if (transport !== path.transport)
    throw invalidField('transport', 'other_transport', `transport must be ${path.transport}, as in the address.`);
  if (parsePushKey(body) === undefined) {
    const expected = transport === 'apns' ? 'a P-256 key' : 'an RSA key of 2048 bits or more';
    throw invalidField('privateKey', 'invalid_key', `privateKey must be ${expected} in PEM (PKCS#8).`);
  }
  const at = now();
  await store.administratorEvents.record({
    id: newId(),
    at,
    event: 'push_credentials_set',
    requestId: request.id,
    ip: request.ip,
    administrator,
    subject: transport,
    details: {},
  });
  await pushCredentials.set(body, at);
  const sender = body.transport === 'apns' ? `${body.teamId}.${body.keyId}` : body.clientEmail;
  return respond(200, { transport, sender, updatedAt: at.toISOString() });
};
