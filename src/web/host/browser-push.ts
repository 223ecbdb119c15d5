import { unwrap } from '../../typed-contract/client.ts';
import { decodeBase64url, encodeBase64url } from '../../protocol/base64url.ts';
import { translated } from './language.ts';
import type { HostApi } from './host-api.ts';

const deviceKey = 'platform-host_browser';
const scope = '/host';

class UnreachablePushServiceError extends Error {}

/** Returns why this browser cannot show notifications while the page is closed; undefined when it can. */
export function browserPushObstacle(): string | undefined {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return translated('noWebPush');
  if (Notification.permission === 'denied') return translated('blocked');
  return undefined;
}

const currentSubscription = async () =>
  (await navigator.serviceWorker?.getRegistration(scope))?.pushManager?.getSubscription();

/** This browser's device and its user. */
interface KnownDevice {
  readonly deviceId: string;
  readonly sub: string | null;
}

function knownDevice(): KnownDevice | undefined {
  const text = localStorage.getItem(deviceKey);
  // Only `registerBrowser` writes this value.
  return text === null ? undefined : JSON.parse(text);
}

/** Whether this browser is registered for the signed-in user. */
export const isOwnBrowserPush = ({ session }: HostApi): boolean => knownDevice()?.sub === session.sso.getSubject();

/**
 * Returns whether this browser receives the user's notifications. Renews the registration, because worker, subscription
 * and key of the service may have changed, and removes the subscription of another user.
 */
export async function keepBrowserPush(api: HostApi): Promise<boolean> {
  const known = knownDevice();
  if (known === undefined) return false;
  const subscription = await currentSubscription();
  if (known.sub !== api.session.sso.getSubject()) {
    if (subscription == null) return false;
    await subscription.unsubscribe();
    localStorage.removeItem(deviceKey);
    return false;
  }
  // A change of the key that was interrupted leaves a device without a subscription.
  if (subscription == null && Notification.permission !== 'granted') return false;
  try {
    await subscribeAndRegister(api);
    return true;
  } catch (error) {
    if (error instanceof UnreachablePushServiceError) return false;
    throw error;
  }
}

/** Subscribes at the browser's push service and registers the subscription. @throws Error with a message for the user */
export async function turnBrowserPushOn(api: HostApi): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(translated('notAllowed'));
  await subscribeAndRegister(api);
}

/**
 * Registers the subscription with the current key of the service, and replaces one with a former key. Repeating it
 * changes nothing.
 */
async function subscribeAndRegister(api: HostApi): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.register(api.workerUrl, { scope });
  const { publicKey } = unwrap(await api.host.getPushKey());
  const existing = await pushManager.getSubscription();
  const existingKey = existing === null ? undefined : subscribedKey(existing);
  // A browser that does not name the key of a subscription keeps it.
  if (existing !== null && (existingKey === undefined || existingKey === publicKey))
    return registerBrowser(api, existing, existingKey);
  const former = knownDevice();
  // A browser has one subscription and refuses a second one with another key.
  await existing?.unsubscribe();
  await registerBrowser(api, await subscribe(pushManager, publicKey), publicKey);
  await deleteFormerDevice(api, former);
}

/** The public key that the browser subscribed with, base64url. */
function subscribedKey({ options: { applicationServerKey } }: PushSubscription): string | undefined {
  return applicationServerKey === null ? undefined : encodeBase64url(new Uint8Array(applicationServerKey));
}

/** @throws UnreachablePushServiceError */
async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const key = decodeBase64url(publicKey);
  if (key === undefined) throw new Error('The push key of the notification service is invalid.');
  return pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: new Uint8Array(key) })
    .catch((cause: unknown) => {
      throw new UnreachablePushServiceError(translated('pushUnreachable'), { cause });
    });
}

/** Deletes the device of a subscription that was replaced, unless the new one has the same endpoint. */
async function deleteFormerDevice({ session, call, host }: HostApi, former: KnownDevice | undefined): Promise<void> {
  if (former === undefined || former.sub !== session.sso.getSubject()) return;
  if (former.deviceId === knownDevice()?.deviceId) return;
  await call(() => host.deleteDevice({ path: { deviceId: former.deviceId } }));
}

/** Registers the subscription; repeating it changes nothing. */
async function registerBrowser(
  { session, call, host }: HostApi,
  subscription: PushSubscription,
  publicKey: string | undefined,
): Promise<void> {
  const { endpoint = '', keys, expirationTime = null } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const { deviceId } = await call(() =>
    host.createDevice({
      body: {
        transport: 'web-push',
        subscription: { endpoint, expirationTime, keys: { p256dh, auth } },
        ...(publicKey !== undefined && { publicKey }),
      },
    }),
  );
  const known: KnownDevice = { deviceId, sub: session.sso.getSubject() };
  localStorage.setItem(deviceKey, JSON.stringify(known));
}

/** Deletes subscription and device, also when the browser has lost its subscription. */
export async function turnBrowserPushOff({ call, host }: HostApi): Promise<void> {
  const known = knownDevice();
  await (await currentSubscription())?.unsubscribe();
  localStorage.removeItem(deviceKey);
  if (known !== undefined) await call(() => host.deleteDevice({ path: { deviceId: known.deviceId } }));
}
