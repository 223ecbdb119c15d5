import { unwrap } from '../../typed-contract/client.ts';
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

/** The device that this browser is, and whose. */
interface KnownDevice {
  readonly deviceId: string;
  readonly sub: string | null;
}

function knownDevice(): KnownDevice | undefined {
  const text = localStorage.getItem(deviceKey);
  // Written below and nowhere else.
  return text === null ? undefined : JSON.parse(text);
}

/** Whether the pushes of this browser are for the person who is signed in. */
export const isOwnBrowserPush = ({ session }: HostApi): boolean => knownDevice()?.sub === session.sso.getSubject();

/**
 * Whether this browser takes the person's notifications. Keeps it that way: worker and subscription may have changed
 * since it was turned on. What somebody else had turned on here ends.
 */
export async function keepBrowserPush(api: HostApi): Promise<boolean> {
  const known = knownDevice();
  const subscription = await subscriptionHere();
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

/** Subscribes at the browser's push service and registers it. @throws Error that says what the browser refused */
export async function turnBrowserPushOn(api: HostApi): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('You did not allow notifications of this site.');
  const registration = await navigator.serviceWorker.register(api.workerUrl, { scope });
  const { publicKey } = unwrap(await api.host.getPushKey());
  const key = decodeBase64url(publicKey);
  if (key === undefined) throw new Error('The push key of the service cannot be read.');
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: new Uint8Array(key) })
    .catch((cause: unknown) => {
      throw new Error('The push service of this browser cannot be reached.', { cause });
    });
  await registerBrowser(api, subscription);
}

/** Registering it again changes nothing. */
async function registerBrowser({ session, host }: HostApi, subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys, expirationTime = null } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const { deviceId } = await ask(session, () =>
    host.createDevice({
      body: { transport: 'web-push', subscription: { endpoint, expirationTime, keys: { p256dh, auth } } },
    }),
  );
  const known: KnownDevice = { deviceId, sub: session.sso.getSubject() };
  localStorage.setItem(deviceKey, JSON.stringify(known));
}

/** The reverse; the device goes even where the browser has forgotten its subscription. */
export async function turnBrowserPushOff({ session, host }: HostApi): Promise<void> {
  const known = knownDevice();
  await (await subscriptionHere())?.unsubscribe();
  localStorage.removeItem(deviceKey);
  if (known !== undefined) await ask(session, () => host.deleteDevice({ path: { deviceId: known.deviceId } }));
}
