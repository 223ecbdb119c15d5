import type { ReceiptStatus } from '../../../../generated/notifications/types.ts';
import { isJsonObject } from '../../../protocol/json-object.ts';
import { accountPath, type ExtendableEvent, type WorkerScope } from '../../host/worker-messages.ts';
import { showsDetails } from './push-details.ts';
import { requestText, requestTitle } from './request-details.ts';
import { sso } from './sso.ts';

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface OwnerShellScope {
  /** Written by the provider above this script. */
  readonly ownerShell: {
    readonly version: string;
    readonly addresses: readonly [offline: string, ...string[]];
    /** The notification service; null without one. */
    readonly notifications: string | null;
  };
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}

const worker = self as unknown as OwnerShellScope & WorkerScope<unknown>;
const { version, addresses, notifications } = worker.ownerShell;
const [offline] = addresses;
const shells = 'owner-shell-';
const cacheName = shells + version;

worker.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...addresses])));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(shells) && name !== cacheName))
      .then((former) => Promise.all(former.map((name) => caches.delete(name)))),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  // Everything else goes to the network as if there were no worker: answers about the owner are kept nowhere.
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => shell(offline, request)));
  else if (addresses.includes(pathOf(request.url)))
    event.respondWith(fetch(request).catch(() => shell(pathOf(request.url), request)));
});

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Returns what the worker keeps; without it the request fails as it would without a worker. */
const shell = async (address: string, request: Request): Promise<Response> =>
  (await caches.match(address, { cacheName })) ?? fetch(request);

worker.addEventListener('push', (event) => {
  const push = event.data?.json();
  if (!isJsonObject(push)) return;
  const { title, body, notificationId, startParam, receiptToken } = push;
  if (typeof title !== 'string' || typeof body !== 'string' || typeof notificationId !== 'string') return;
  const shown: ShownPush = {
    notificationId,
    receiptToken: String(receiptToken),
    address: accountPath(typeof startParam === 'string' ? { startParam } : {}),
  };
  event.waitUntil(textOf({ title, body }, startParam).then((text) => show(text, shown)));
});

interface PushText {
  readonly title: string;
  readonly body: string;
}

/** Milliseconds that a notification waits for its details. */
const detailsTimeout = 5_000;

/**
 * Returns what the request says that a push announces: no detail of it passes the push service. Who is not signed in here,
 * turned details off, or has decided already, sees what the push says.
 */
async function textOf(pushed: PushText, requestId: unknown): Promise<PushText> {
  try {
    if (typeof requestId !== 'string' || !(await showsDetails())) return pushed;
    const signal = AbortSignal.timeout(detailsTimeout);
    const response = await sso.listOwnerRequests({ query: { state: 'pending', limit: 100 }, signal });
    if (response.status !== 200) return pushed;
    const request = response.body.requests.find((pending) => pending.requestId === requestId);
    return request === undefined ? pushed : { title: requestTitle(request), body: requestText(request) };
  } catch {
    return pushed;
  }
}

/** What a notification keeps for its tap. */
interface ShownPush {
  readonly notificationId: string;
  readonly receiptToken: string;
  readonly address: string;
}

async function show({ title, body }: PushText, data: ShownPush): Promise<void> {
  const icon = '/owner/icon-192.png';
  await worker.registration.showNotification(title, { body, data, icon, tag: data.notificationId });
  await report(data, 'delivered');
}

/** Reports with the push's own token, so that the person need not be signed in. A later tap makes up for a failed report. */
async function report({ notificationId, receiptToken }: ShownPush, status: ReceiptStatus): Promise<void> {
  if (notifications === null) return;
  await fetch(`${notifications}/api/v1/host/notifications/${encodeURIComponent(notificationId)}/receipts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-platform-receipt-token': receiptToken },
    body: JSON.stringify({ status }),
  }).catch(() => undefined);
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  // `show` sets the data.
  const shown = event.notification.data as ShownPush;
  event.waitUntil(Promise.all([report(shown, 'clicked'), open(shown.address)]));
});

/** Opens an address of the app in its window, or in a new one. */
async function open(address: string): Promise<void> {
  const [window] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: false });
  if (window === undefined) await worker.clients.openWindow(address);
  else await (await window.navigate(address))?.focus();
}
