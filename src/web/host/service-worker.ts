import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import type { Push, Receipt } from '../../../generated/notifications/types.ts';
import { elapsed } from '../ui/elapsed.ts';
import { tapAddress, tapMessage } from './tap.ts';
import { isWatching } from './watching.ts';
import { notificationsOf } from './worker-address.ts';

interface WindowClient {
  readonly url: string;
  readonly visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: readonly MessagePort[]): void;
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** The part of ServiceWorkerGlobalScope that is used; the compiler knows the page's global alone. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: { readonly href: string };
  readonly clients: {
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(
    type: 'push',
    listener: (event: ExtendableEvent & { readonly data: { json(): Push } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: ExtendableEvent & { readonly notification: Notification }) => void,
  ): void;
}

const worker = self as unknown as WorkerScope;
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
const hosts = async () => (await windows()).filter(({ url }) => /^\/host\/?$/.test(new URL(url).pathname));

worker.addEventListener('push', (event) => {
  const push = event.data?.json();
  if (push) event.waitUntil(show(push));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // What `show` put there.
  event.waitUntil(open(event.notification.data as Push));
});

/** A host page that is seen has its own banner, if its stream is open and its person is the one whom the push is for. */
async function show(push: Push): Promise<void> {
  const seen = (await hosts()).filter(({ visibilityState }) => visibilityState === 'visible');
  if ((await Promise.all(seen.map((page) => isWatching(page, elapsed)))).includes(true)) return;
  await worker.registration.showNotification(push.title, { body: push.body, tag: push.notificationId, data: push });
  await report(push, 'delivered');
}

async function open(push: Push): Promise<void> {
  const reported = report(push, 'clicked');
  const [page] = await hosts();
  if (page === undefined) await worker.clients.openWindow(tapAddress(push));
  else {
    // Where the browser lets it not come to the front, it opens the app all the same.
    await page.focus().catch(() => undefined);
    page.postMessage(tapMessage(push), []);
  }
  await reported;
}

/** The push brought the token for it: nobody has to be signed in. What cannot be told now, a tap tells later. */
async function report({ notificationId, receiptToken = '' }: Push, status: Receipt['status']): Promise<void> {
  const service = createNotificationsClient({
    baseUrl: notificationsOf(worker.location.href),
    headers: { 'x-platform-receipt-token': receiptToken },
  });
  await service.createReceipt({ path: { notificationId }, body: { status } }).catch(() => undefined);
}
