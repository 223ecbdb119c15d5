import { decodeBase64url, encodeBase64url } from '../../../protocol/base64url.ts';
import { translated } from './language.ts';
import { setDetails, showsDetails } from './push-details.ts';
import { actionButton, element, PageError, reportFailure } from './screen.ts';
import { bodyOf, sso } from './sso.ts';

/** Key of the local storage for the owner who turned pushes on in this browser. */
const ownerKey = 'owner-pushes';

const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

const manager = async (): Promise<PushManager | undefined> =>
  canPush() ? (await navigator.serviceWorker.getRegistration('/owner'))?.pushManager : undefined;

/** Renders the switch of pushes to this device; undefined in a browser that has none. @param sub the signed-in owner */
export async function pushSwitch(sub: string): Promise<HTMLElement | undefined> {
  if (!canPush()) return undefined;
  const isOn = await keepPushes(sub);
  const details = await detailsSwitch();
  const section = element('div', { class: 'actions' });
  const show = (on: boolean): void =>
    section.replaceChildren(
      actionButton(translated(on ? 'pushOff' : 'pushOn'), 'plain', async () => {
        if (on) await stopPushes();
        else await startPushes(sub);
        show(!on);
      }),
      ...(on ? [details] : []),
    );
  show(isOn);
  return section;
}

/** Renders the choice whether notifications of this browser say who asks for what. */
async function detailsSwitch(): Promise<HTMLElement> {
  const box = element('input', { type: 'checkbox' });
  box.checked = await showsDetails();
  box.addEventListener('change', () => void setDetails(box.checked).catch((error: unknown) => reportFailure(error)));
  return element('label', { class: 'check' }, box, ' ', translated('pushDetails'));
}

/**
 * Renews the registration of this browser, which ends when it is not seen. The pushes of another owner end.
 *
 * @returns whether pushes to the signed-in owner are on
 */
async function keepPushes(sub: string): Promise<boolean> {
  const subscription = await (await manager())?.getSubscription();
  if (subscription === undefined || subscription === null) return false;
  if (localStorage.getItem(ownerKey) !== sub) {
    await stopPushes();
    return false;
  }
  // It is renewed at the next visit, or turned on again when the service has another key.
  void register(subscription).catch(() => undefined);
  return true;
}

/** @throws PageError when the person does not allow notifications, or the browser's push service cannot be reached */
async function startPushes(sub: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PageError(translated('pushNotAllowed'));
  const response = await sso.getOwnerPushKey();
  if (response.status === 503) throw new PageError(translated('pushUnavailable'));
  const { publicKey } = await bodyOf(response);
  const applicationServerKey = new Uint8Array(decodeBase64url(publicKey) ?? []);
  await navigator.serviceWorker.ready;
  const subscription = await (
    await manager()
  )
    ?.subscribe({ userVisibleOnly: true, applicationServerKey })
    .catch((cause: unknown) => {
      throw new PageError(translated('pushUnreachable'), { cause });
    });
  if (subscription === undefined) throw new PageError(translated('pushUnreachable'));
  await register(subscription, publicKey);
  localStorage.setItem(ownerKey, sub);
}

/** Ends the subscription of this browser; the notification service notices with its next push. */
export async function stopPushes(): Promise<void> {
  localStorage.removeItem(ownerKey);
  await (await (await manager())?.getSubscription())?.unsubscribe();
}

/** @param known the key that the browser subscribed with; default: that of the subscription */
async function register(subscription: PushSubscription, known?: string): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const publicKey = known ?? subscribedKey(subscription);
  if (publicKey === undefined) return;
  await bodyOf(sso.createPushSubscription({ body: { publicKey, endpoint, p256dh, auth } }));
}

function subscribedKey({ options: { applicationServerKey } }: PushSubscription): string | undefined {
  return applicationServerKey === null ? undefined : encodeBase64url(new Uint8Array(applicationServerKey));
}
