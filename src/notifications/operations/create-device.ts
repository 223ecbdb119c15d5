import { sha256 } from '#sha256';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { urlRefused } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { sealSubscription } from '../push/web-push-transport.ts';

/** Maximum number of devices of one person and transport: open pages never replace a browser. */
const maxDevices = 50;

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
  const subscription = body.transport === 'web-push' ? body.subscription : undefined;
  if (subscription) {
    const refusal = await checkUrl(subscription.endpoint);
    if (refusal) throw urlRefused('subscription/endpoint', refusal);
  }
  const { device, created } = await store.devices.create(
    {
      id: newId(),
      sessionAddress: caller.sub,
      transport: body.transport,
      createdAt: now(),
      subscription: subscription && {
        endpointHash: encodeBase64url(sha256(subscription.endpoint)),
        sealed: sealSubscription(masterKey, subscription),
      },
    },
    maxDevices,
  );
  const shown = { deviceId: device.id, transport: device.transport, createdAt: device.createdAt.toISOString() };
  return created ? respond(201, shown) : respond(200, shown);
};
