import { unwrap } from '../../typed-contract/client.ts';
import { decodeBase64url } from '../../protocol/base64url.ts';
import { callWithSession } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';

const deviceKey = 'platform-host_browser';
const scope = '/host';

/** Returns why this browser cannot show notifications while the page is closed; undefined when it can. */
export function browserPushObstacle(): string | undefined {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'This browser does not support web push.';
  if (Notification.permission === 'denied')
    return 'Notifications of this site are blocked. Allow them in the browser settings first.';
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
 * Returns whether this browser receives the user's notifications. Renews the registration, because worker and
 * subscription may have changed, and removes the subscription of another user.
 */
export async function keepBrowserPush(api: HostApi): Promise<boolean> {
  const known = knownDevice();
  const subscription = await currentSubscription();
  if (known === undefined || subscription == null) return false;
  if (known.sub !== api.session.sso.getSubject()) {
    await subscription.unsubscribe();
    localStorage.removeItem(deviceKey);
    return false;
  }
  await navigator.serviceWorker.register(api.workerUrl, { scope });
  await registerBrowser(api, subscription);
  return true;
}

/** Subscribes at the browser's push service and registers the subscription. @throws Error with a message for the user */
export async function turnBrowserPushOn(api: HostApi): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('You did not allow notifications for this site.');
  const registration = await navigator.serviceWorker.register(api.workerUrl, { scope });
  const { publicKey } = unwrap(await api.host.getPushKey());
  const key = decodeBase64url(publicKey);
  if (key === undefined) throw new Error('The push key of the notification service is invalid.');
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: new Uint8Array(key) })
    .catch((cause: unknown) => {
      throw new Error('The push service of this browser cannot be reached. Check your connection and try again.', {
        cause,
      });
    });
  await registerBrowser(api, subscription);
}

/** Registers the subscription; repeating it changes nothing. */
async function registerBrowser({ session, host }: HostApi, subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys, expirationTime = null } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const { deviceId } = await callWithSession(session, () =>
    host.createDevice({
      body: { transport: 'web-push', subscription: { endpoint, expirationTime, keys: { p256dh, auth } } },
    }),
  );
  const known: KnownDevice = { deviceId, sub: session.sso.getSubject() };
  localStorage.setItem(deviceKey, JSON.stringify(known));
}

/** Deletes subscription and device, also when the browser has lost its subscription. */
export async function turnBrowserPushOff({ session, host }: HostApi): Promise<void> {
  const known = knownDevice();
  await (await currentSubscription())?.unsubscribe();
  localStorage.removeItem(deviceKey);
  if (known !== undefined)
    await callWithSession(session, () => host.deleteDevice({ path: { deviceId: known.deviceId } }));
}
