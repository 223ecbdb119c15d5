import { sha256 } from '#sha256';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { invalidField, urlRefused } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { sealSubscription } from '../push/web-push-transport.ts';

/**
 * Maximum number of devices per person and transport. Transports are counted separately, so that open pages never displace the
 * push subscription of a browser.
 */
const maxDevices = 50;

const unknownKey =
  'publicKey is not a key of this service, or is no longer accepted; subscribe again with the key of getPushKey.';

/** Registers a browser by its push subscription, or an open page. */
export const createDevice: NotificationsHandler<'createDevice'> = async ({
  body,
  caller,
  store,
  now,
  newId,
  masterKey,
  checkUrl,
  respond,
}) => {
  const { subscription, publicKey } = body.transport === 'web-push' ? body : {};
  if (subscription) {
    const refusal = await checkUrl(subscription.endpoint);
    if (refusal) throw urlRefused('subscription/endpoint', refusal);
  }
  const registered = await store.devices.create(
    {
      id: newId(),
      sessionAddress: caller.sub,
      transport: body.transport,
      createdAt: now(),
      subscription: subscription && {
        endpointHash: encodeBase64url(sha256(subscription.endpoint)),
        sealed: sealSubscription(masterKey, subscription),
        publicKey,
      },
    },
    maxDevices,
  );
  if (registered === undefined) throw invalidField('publicKey', 'unknown_key', unknownKey);
  const { device, created } = registered;
  const shown = { deviceId: device.id, transport: device.transport, createdAt: device.createdAt.toISOString() };
  return created ? respond(201, shown) : respond(200, shown);
};
