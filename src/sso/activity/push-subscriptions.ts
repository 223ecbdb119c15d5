import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { requireOwner } from '../caller/caller.ts';
import type { SsoHandlerContext } from '../context.ts';
import { pushSubscriptionRefused } from '../errors/owner-errors.ts';
import type { SsoHandler } from '../handler.ts';

const timeoutMs = 10_000;

/** Returns the key with which the owner's app subscribes to pushes. */
export const getOwnerPushKey: SsoHandler<'getOwnerPushKey'> = async ({ caller, notificationService, respond }) => {
  requireOwner(caller);
  const response = await called(notificationService, (client) =>
    client.getPushKey({ signal: AbortSignal.timeout(timeoutMs) }),
  );
  if (response.status !== 200) throw unavailable(response.status);
  return respond(200, { publicKey: response.body.publicKey });
};

/** Registers the caller's browser for pushes of the platform. */
export const createPushSubscription: SsoHandler<'createPushSubscription'> = async ({
  body: { publicKey, endpoint, p256dh, auth },
  caller,
  notificationService,
  respond,
}) => {
  const sessionAddress = requireOwner(caller);
  const response = await called(notificationService, (client) =>
    client.createSystemDevice({
      body: { sessionAddress, publicKey, subscription: { endpoint, expirationTime: null, keys: { p256dh, auth } } },
      signal: AbortSignal.timeout(timeoutMs),
    }),
  );
  if (response.status === 400) throw pushSubscriptionRefused();
  if (response.status !== 204) throw unavailable(response.status);
  return respond(204);
};

type Service = NonNullable<SsoHandlerContext['notificationService']>;

/** @throws UnavailableError when the provider has no notification service, or cannot reach it */
async function called<Response>(
  service: Service | undefined,
  call: (client: Awaited<ReturnType<Service>>) => Promise<Response>,
): Promise<Response> {
  if (service === undefined) throw unavailable('off');
  const client = await service();
  return call(client).catch((error: unknown) => Promise.reject(unavailable(error)));
}

const unavailable = (cause: unknown) => new UnavailableError('notifications', cause);
