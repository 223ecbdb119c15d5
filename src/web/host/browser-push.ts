import { unwrap } from '../../contract/client.ts';
import { decodeBase64url } from '../../protocol/base64url.ts';
import { ask } from '../ui/session.ts';
import type { HostApi } from './host-api.ts';

const deviceKey = 'platform-host_browser';
const scope = '/host';

/** Why this browser can show no notification while the page is closed; undefined when it can. */
export function browserPushFault(): string | undefined {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'This browser knows no web push.';
  if (Notification.permission === 'denied')
    return 'Notifications of this site are blocked in the browser: allow them there first.';
  return undefined;
}

const subscriptionHere = async () =>
  (await navigator.serviceWorker?.getRegistration(scope))?.pushManager?.getSubscription();

/** Whether this browser is registered as a device. */
export async function browserPushIsOn(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || localStorage.getItem(deviceKey) === null) return false;
  return (await subscriptionHere()) != null;
}

/** Subscribes at the browser's push service and registers it. @throws Error that says what the browser refused */
export async function turnBrowserPushOn({ session, host, workerUrl }: HostApi): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('You did not allow notifications of this site.');
  const registration = await navigator.serviceWorker.register(workerUrl, { scope });
  const { publicKey } = unwrap(await host.getPushKey());
  const key = decodeBase64url(publicKey);
  if (key === undefined) throw new Error('The push key of the service cannot be read.');
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: new Uint8Array(key) })
    .catch((cause: unknown) => {
      throw new Error('The push service of this browser cannot be reached.', { cause });
    });
  const { endpoint = '', keys, expirationTime = null } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const { deviceId } = await ask(session, () =>
    host.registerDevice({
      body: { transport: 'web-push', subscription: { endpoint, expirationTime, keys: { p256dh, auth } } },
    }),
  );
  localStorage.setItem(deviceKey, deviceId);
}

/** The reverse; the device goes even where the browser has forgotten its subscription. */
export async function turnBrowserPushOff({ session, host }: HostApi): Promise<void> {
  const deviceId = localStorage.getItem(deviceKey);
  await (await subscriptionHere())?.unsubscribe();
  localStorage.removeItem(deviceKey);
  if (deviceId !== null) await ask(session, () => host.removeDevice({ path: { deviceId } }));
}
