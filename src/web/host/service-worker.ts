import { createNotificationsClient } from '../../../generated/notifications/client.ts';
import type { Push, ReceiptStatus } from '../../../generated/notifications/types.ts';
import { elapsed } from '../ui/elapsed.ts';
import { isHostPage, isWatching, tapAddress, tapMessage, type WorkerScope } from './worker-messages.ts';
import { notificationsOf } from './host-server.ts';

const worker = self as unknown as WorkerScope<Push>;
const windows = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
const hosts = async () => (await windows()).filter(({ url }) => isHostPage(new URL(url)));

worker.addEventListener('push', (event) => {
  const push = event.data?.json();
  if (push) event.waitUntil(show(push));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // `show` sets the data.
  event.waitUntil(open(event.notification.data as Push));
});

/** Shows a notification unless a visible host page shows it itself. */
async function show(push: Push): Promise<void> {
  const visible = (await hosts()).filter(({ visibilityState }) => visibilityState === 'visible');
  if ((await Promise.all(visible.map((page) => isWatching(page, elapsed)))).includes(true)) return;
  await worker.registration.showNotification(push.title, { body: push.body, tag: push.notificationId, data: push });
  await report(push, 'delivered');
}

async function open(push: Push): Promise<void> {
  const reported = report(push, 'clicked');
  const [page] = await hosts();
  if (page === undefined) await worker.clients.openWindow(tapAddress(push));
  else {
    // The page opens the app even if the browser does not bring it to the front.
    await page.focus().catch(() => undefined);
    page.postMessage(tapMessage(push), []);
  }
  await reported;
}

/** Reports with the push's own token, so the user need not be signed in. A later tap makes up for a failed report. */
async function report({ notificationId, receiptToken = '' }: Push, status: ReceiptStatus): Promise<void> {
  const service = createNotificationsClient({
    baseUrl: notificationsOf(worker.location.href),
    headers: { 'x-platform-receipt-token': receiptToken },
  });
  await service.createReceipt({ path: { notificationId }, body: { status } }).catch(() => undefined);
}
